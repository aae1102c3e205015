"""What is needed to let go of what nobody needs any more."""

from typing import NamedTuple, Protocol


class Swept(NamedTuple):
    """How far a look at guests has come, and how many of them went."""

    up_to: int | None
    """Look on from here, at those who came later; `None`: all were looked at."""
    gone: int


class PruningStore(Protocol):
    """The part of the store that forgets."""

    async def forget_guests(self, after: int, before: int, most: int) -> Swept:
        """Of the guests who came after `after` and before `before`, take the first `most`; delete who never played.

        Who sits in an open room stays.
        """

    async def abandoned_races(self, before: int) -> list[str]:
        """Return the codes of rooms not touched since `before` whose race has no time limit and has not ended."""
