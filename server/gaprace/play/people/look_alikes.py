"""Texts that look alike are folded into the same text, for comparison only.

The confusable characters are those of Unicode (UTS 39), of all scripts, from the package confusable-homoglyphs.
Differences that its table ignores are also folded: case, accents and marks, and ASCII letters and digits that look
alike.
"""

import re
import unicodedata
from functools import cache

from confusable_homoglyphs.utils import load  # type: ignore[import-untyped]

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
