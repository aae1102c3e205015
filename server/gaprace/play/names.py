"""Names of people: what one may be called, and what a guest is called who did not say."""

import unicodedata

from gaprace.errors import BadName

DELETED = "deleted player"
"""The name under which the games of a deleted player stay."""
MAX_NAME_LENGTH = 24
"""Characters (code points) of the longest name, after normalisation."""

_FORBIDDEN = {
    "Cc": "a control character",
    "Cf": "a formatting character",
    "Cs": "half of a character",
    "Co": "a private-use character",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
}
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by category that show nothing."""
_SHOWN = 60


def read_name(text: str) -> str:
    """Return a name in its plain form: NFKC, trimmed, single spaces inside.

    Raises:
        BadName: it is empty, too long, or holds what would hide or disturb the text around it.

    """
    trimmed = unicodedata.normalize("NFKC", text).strip()
    for character in trimmed:
        fault = _FORBIDDEN.get(unicodedata.category(character))
        if fault:
            raise BadName(f"{_quoted(text)} is not a name: it has {fault}, U+{ord(character):04X}.")
    name = " ".join(trimmed.split())
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        raise BadName(
            f"{_quoted(text)} is not a name: it has {len(name)} characters instead of 1 to {MAX_NAME_LENGTH}."
        )
    if name.casefold() == DELETED:
        raise BadName(f"{_quoted(text)} is not a name: it stands for everyone who was deleted.")
    if not any(map(_is_visible, name)):
        raise BadName(f"{_quoted(text)} is not a name: it has to have something to see.")
    return name


def _is_visible(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character not in _BLANK


def _quoted(text: str) -> str:
    """Show a wrong name: other than `rules.errors.quoted`, in its own letters; `repr` escapes all that hides."""
    shown = repr(text)
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}... ({len(text)} characters)"


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_MANNERS = _words(
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
MADE_UP_NAMES = len(_MANNERS) * len(_ANIMALS)
"""How many names can be made up."""


def made_up_name(number: int) -> str:
    """Return the made-up name of a number from 0 to `MADE_UP_NAMES` - 1, such as Quiet Fox."""
    animal, manner = divmod(number, len(_MANNERS))
    return f"{_MANNERS[manner]} {_ANIMALS[animal]}"


_MISREAD = str.maketrans("OIL", "011", "-")


def typed_code(text: str) -> str:
    """Return a Crockford base-32 code as it was meant: in upper case, without hyphens and spaces, O as 0, I and L as 1.

    What is no such code stays none.
    """
    return "".join(text.split()).upper().translate(_MISREAD) if text.isascii() else text
