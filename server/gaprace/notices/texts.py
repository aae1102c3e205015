"""The texts of messages to chats and of notifications in browsers, in the languages of the client."""

from gaprace.texts import TEXTS
from gaprace.wire.http import FROM_RIGHT, Language

_ISOLATED = "\u2068{}\u2069"


def text(language: Language, key: str, **values: object) -> str:
    """Return a text with its values."""
    return TEXTS[language]["notices"][key].format(**values)


def browser_text(language: Language, key: str, **values: object) -> str:
    """Return a text for a browser; `{time}` stays as it is. A streak has two days at least, so no text has a plural.

    Names keep their own direction in a text from right to left.
    """
    kept = {name: _ISOLATED.format(value) if language in FROM_RIGHT else value for name, value in values.items()}
    return text(language, key, time="{time}", **kept)
