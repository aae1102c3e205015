"""The languages of this site, for the texts that the server writes itself."""

from typing import Literal, get_args

Language = Literal["en", "de", "pl", "he"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The first is that of those who ask for none of them."""
FROM_RIGHT = frozenset[Language]({"he"})
"""The languages that are written from right to left."""
