"""Words that are not allowed in public places: in names, and in the chat of listed rooms.

An operator can replace the list by a file (`GAPRACE_WORD_LIST`) with one word per line; `#` starts a comment, and an
empty file allows all words. A word is found as a separate word, or if it consists of all letters of a text, also when
it is spelt with look-alikes (`look_alikes`); so a town whose name contains such a word is allowed.
"""

from collections.abc import Iterable

from gaprace.play.people.look_alikes import folded, words_of

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
