"""Names of players: validation, and default names for guests."""

import re
import unicodedata

from gaprace.errors import Refusal
from gaprace.play.people.look_alikes import folded, words_of
from gaprace.play.people.words import WordList

DELETED = "deleted player"
"""The name that the games of deleted players show."""
_BOT_MARK = " (bot)"
MAX_NAME_LENGTH = 24
"""Length of the longest name, in code points after normalisation."""

_FORBIDDEN = {
    "Cc": "a control character",
    "Cf": "a formatting character",
    "Cs": "half a character",
    "Co": "a private-use character",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
}
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by category that are blank."""
_HIDDEN_MARK = re.compile("[\u034f\u17b4\u17b5]")
"""Combining marks by category that cannot be seen."""
_PLANE_ENDS = "".join(chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
_NEVER_SHOWN = re.compile(
    f"[\u2065\ufdd0-\ufdef\ufff0-\ufff8\ufffc{_PLANE_ENDS}\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
)
"""Code points that Unicode reserves for nothing visible (sections 23.7 and 5.21), and that of a picture in dictation.

Other unassigned characters may be letters or emoji of a newer Unicode than this Python has."""
MAX_MARKS = 4
"""Combining marks on one letter: pointed Hebrew and Vietnamese have three."""
_MAX_QUOTED_LENGTH = 60


def read_name(text: str) -> str:
    """Return a name in canonical form: NFKC, trimmed, with single spaces.

    Raises `bad_name`: it is empty, too long or reserved, or has characters that are invisible or disturb the text
    around it.
    """
    trimmed = unicodedata.normalize("NFKC", text).strip()
    for character in trimmed:
        fault = why_forbidden(character)
        if fault:
            raise Refusal(
                "bad_name", f"{_quoted(text)} is not a valid name: it contains {fault}, U+{ord(character):04X}."
            )
    if _HIDDEN_MARK.search(trimmed) or _is_mark(trimmed[:1]) or without_stacks(trimmed) != trimmed:
        message = f"it begins with a mark, or contains invisible marks, or more than {MAX_MARKS} on one letter"
        raise Refusal("bad_name", f"{_quoted(text)} is not a valid name: {message}.")
    name = " ".join(trimmed.split())
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        raise Refusal(
            "bad_name",
            f"{_quoted(text)} is not a valid name: it has {len(name)} characters, a name has 1 to {MAX_NAME_LENGTH}.",
        )
    if folded(name) == folded(DELETED):
        raise Refusal("bad_name", f"{_quoted(text)} is not a valid name: it is reserved for deleted players.")
    if not any(map(is_visible, name)):
        raise Refusal("bad_name", f"{_quoted(text)} is not a valid name: it needs at least one visible character.")
    return name


def refuse_reserved(name: str) -> None:
    """Refuse a person's name that looks like that of somebody who runs the server, or of a bot.

    Raises `bad_name`.
    """
    read = words_of(name)
    found = next((word for word in RESERVED if folded(word) in read), None)
    if found:
        raise Refusal("bad_name", f"{_quoted(name)} is not a valid name: it reads like {found!r}, which is reserved.")


def read_allowed_name(text: str, words: WordList, *, program: bool = False) -> str:
    """Return a name in canonical form; that of a program has the mark of bots, which counts for its length.

    Raises `bad_name`: it is not valid, reserved for others, or has a word that is not allowed.
    """
    name = read_name(text)
    if words.found_in(name):
        raise Refusal("bad_name", "This name has a word that is not allowed on this server: choose another one.")
    if program:
        return read_name(marked(name))
    refuse_reserved(name)
    return name


def is_name(typed: str, name: str) -> bool:
    """Whether somebody has typed a name, in whatever form of Unicode."""
    try:
        return read_name(typed) == name
    except Refusal:
        return False


def wrong_name(name: str, what: str = "account") -> Refusal:
    """Return the error for a deletion of `what` that was not confirmed with its current name."""
    return Refusal("wrong_name", f"To delete the {what} for good, send its current name: {name}.")


def without_name(text: str, name: str) -> str:
    """Return a text in which a name is taken out wherever it stands as a word."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return word.sub(DELETED, text) if name else text


def without_stacks(text: str) -> str:
    """Return a text with at most `MAX_MARKS` combining marks on a letter: more of them cover the lines around it."""
    kept, marks = list[str](), 0
    for character in text:
        marks = marks + 1 if _is_mark(character) else 0
        if marks <= MAX_MARKS:
            kept.append(character)
    return "".join(kept)


def is_visible(character: str) -> bool:
    """Whether a character can be seen by itself: a letter, number, punctuation or symbol that is not blank."""
    category = unicodedata.category(character)
    return (category[0] in "LNPS" or category == "Cn") and not (character in _BLANK or why_forbidden(character))


def why_forbidden(character: str) -> str:
    """Return what is wrong with a character that hides, or disturbs the text around it; empty for all others."""
    is_nothing = _NEVER_SHOWN.match(character)
    return _FORBIDDEN.get(unicodedata.category(character), "a character that is never shown" if is_nothing else "")


def _is_mark(character: str) -> bool:
    return character != "" and unicodedata.category(character)[0] == "M"


def _quoted(text: str) -> str:
    """Return a bad name for a message: with its letters, unlike `errors.quoted`; `repr` escapes invisible ones."""
    shown = repr(text)
    return shown if len(shown) <= _MAX_QUOTED_LENGTH else f"{shown[:_MAX_QUOTED_LENGTH]}... ({len(text)} characters)"


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


RESERVED = _words("admin administrator bot bots gaprace mod moderator official server staff support system")
"""Words that people may not call themselves: of those who run the server, and of bots."""
_ADJECTIVES = _words(
    "Amber Bold Brave Bright Brisk Calm Clever Curious Daring Dapper Eager Early Fair Gentle Glad Golden Happy Hardy"
    " Honest Humble Jolly Keen Kind Lively Lucky Mellow Merry Misty Nimble Noble Patient Plucky Polite Quick Quiet"
    " Rapid Ready Rosy Silent Silver Sly Smart Snowy Steady Sunny Swift Tidy Wise Witty"
)
_ANIMALS = _words(
    "Badger Bear Beaver Bison Bittern Crane Cricket Crow Curlew Deer Dolphin Dormouse Eagle Falcon Ferret Finch Fox"
    " Gecko Goose Hare Hawk Hedgehog Heron Ibex Jackdaw Kestrel Kingfisher Lark Lizard Lynx Magpie Marten Mole Moose"
    " Moth Newt Otter Owl Panda Penguin Pike Plover Puffin Raven Robin Salmon Seal Sparrow Squirrel Stork Swan Tern"
    " Toad Trout Turtle Vole Walrus Weasel Wolf Wren"
)
BOT_NAMES = _words(
    "Ada Alba Anton Arlo Basil Bruno Cleo Clio Cora Dora Edda Eddy Elmo Enzo Fay Finn Flora Fritz Gus Hal Hugo Ida"
    " Igor Iris Ivo Jade Juno Kit Lars Leo Lola Lux Mae Max Milo Mona Nell Nino Olga Otis Otto Pia Quinn Remy Rita"
    " Rolf Sami Theo Uma Zoe"
)
"""The names of bots and of programs, as many as a room has seats. A name is shown with a mark (see `marked`)."""
DEFAULT_NAMES = len(_ADJECTIVES) * len(_ANIMALS)
"""The number of default names."""


def default_name(number: int) -> str:
    """Return default name number 0 to `DEFAULT_NAMES` - 1, such as Quiet Fox."""
    animal, adjective = divmod(number, len(_ADJECTIVES))
    return f"{_ADJECTIVES[adjective]} {_ANIMALS[animal]}"


def marked(name: str) -> str:
    """Return the name of a bot or a program with its mark."""
    return name if name.endswith(_BOT_MARK) else name + _BOT_MARK


_TAG_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32."""
_TAG_BITS, _DIGIT_BITS = 20, 5
_PLAYER_ID = re.compile(r"[0-9a-f]{16}")


def tag_of(player: str) -> str:
    """Return the tag that distinguishes players with the same name, as in `Quiet Fox#7K2Q`; empty for bots.

    It is the first 20 bits of the id, in Crockford's base 32. Ids are random, and nobody chooses one.
    """
    if not _PLAYER_ID.fullmatch(player):
        return ""
    bits = int(player[: _TAG_BITS // 4], 16)
    return "".join(_TAG_ALPHABET[bits >> shift & 31] for shift in reversed(range(0, _TAG_BITS, _DIGIT_BITS)))


_BETWEEN = re.compile(r"[\s\u200b-\u200f\u2010-\u2015\u2060\u2212\ufeff-]")
"""Characters that people, keyboards and chats put between the parts of a code: spaces, dashes, invisible ones."""
_MISREAD = str.maketrans("OIL", "011")


def typed_code(text: str) -> str:
    """Return a typed Crockford base-32 code in canonical form: upper case, no hyphens or spaces, O as 0, I and L as 1.

    Keyboards of East Asia write it in full-width letters. A text that is not such a code does not become one.
    """
    code = _BETWEEN.sub("", unicodedata.normalize("NFKC", text))
    return code.upper().translate(_MISREAD) if code.isascii() else text
