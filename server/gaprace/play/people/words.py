"""Words that are not allowed in public places: in names, and in the chat of listed rooms.

An operator can replace the list by a file (`GAPRACE_WORD_LIST`) with one word per line; `#` starts a comment, and an
empty file allows all words. A word is found as a separate word, or if it consists of all letters of a text, also when
it is spelt with look-alikes; so a town whose name contains such a word is allowed.

Look-alikes are folded into the same text, for comparison only. The confusable characters are those of Unicode (UTS 39),
of all scripts, from the package confusable-homoglyphs. Differences that its table ignores are also folded: case,
accents and marks, and ASCII letters and digits that look alike.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from confusable_homoglyphs.utils import load  # type: ignore[import-untyped]

_BUILT_IN = (
    "arsehole arschloch asshole bastard bitch blowjob bullshit cock cunt cuck dickhead dildo drecksau dyke fag faggot"
    " fick ficken ficker fotze fuck fucked fucker fucking hackfresse heilhitler hitler hure hurensohn jizz judensau"
    " kanake kike missgeburt motherfucker mongo nazi neger nigga nigger nutte paki penis pimmel porn porno pussy rape"
    " rapist retard schlampe schwanz schwuchtel siegheil slut spast spasti spic tranny twat vagina wanker wetback"
    " whore wichser"
)


class WordList:
    """The words that are not allowed."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = {folded(word): word for word in words}

    @classmethod
    def built_in(cls) -> "WordList":
        """Return the default list, which an operator can replace."""
        return cls(_BUILT_IN.split())

    @classmethod
    def parse(cls, text: str) -> "WordList":
        """Return the list of a file: one word per line; `#` starts a comment."""
        lines = (line.partition("#")[0].strip() for line in text.splitlines())
        return cls(line for line in lines if line)

    def found_in(self, text: str) -> str | None:
        """Return a word of a text that is not allowed; None if all are."""
        return next((self._words[word] for word in sorted(words_of(text)) if word in self._words), None)


_ASCII = str.maketrans("015i|$@", "olslls" + "a")
"""Within ASCII: a digit for a letter, i and l, and the signs that stand for letters."""
_PAIRS = (("rn", "m"), ("vv", "w"))
_WORD = re.compile(r"[^\W_]+")


@cache
def _plain() -> dict[int, str]:
    """Return the ASCII characters that other characters look like: 5 MB to read, at the first need."""
    table = {}
    for character, alike in load("confusables.json").items():
        plain = [other["c"] for other in alike if other["c"].isascii() and other["c"].isalnum()]
        if len(character) == 1 and not character.isascii() and plain:
            table[ord(character)] = plain[0]
    return table


def folded(text: str) -> str:
    """Return a text in a form that is the same for all texts that look alike."""
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    plain = bare if bare.isascii() else bare.translate(_plain())
    plain = plain.casefold().translate(_ASCII)
    for pair, letter in _PAIRS:
        plain = plain.replace(pair, letter)
    return plain


def words_of(text: str) -> set[str]:
    """Return the words of a text, folded, and all of its letters as one word, as in `a.d.m.i.n`."""
    words = _WORD.findall(folded(text))
    return {*words, "".join(words)}
