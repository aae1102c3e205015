"""The languages of this site, for the texts that the server writes itself."""

from typing import Literal

Language = Literal["en", "de", "pl", "he"]
FROM_RIGHT = frozenset[Language]({"he"})
"""The languages that are written from right to left."""
