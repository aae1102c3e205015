"""The deletion of stored records that are no longer needed."""

from typing import NamedTuple, Protocol

GuestKey = tuple[int, str]
"""When a guest was created, and its id."""
FIRST_GUEST: GuestKey = (0, "")
"""Before all guests."""


class DeletedGuests(NamedTuple):
    """One step of deleting guests."""

    deleted: int
    resume_after: GuestKey | None
    """The `after` of the next step; None if this was the last one."""


class RetentionStore(Protocol):
    """The part of the store that deletes old records."""

    async def delete_guests(self, after: GuestKey, before: int, limit: int) -> DeletedGuests:
        """Look at the first `limit` players behind `after` who were created before `before`; delete some of them.

        A player who has ever played, is in a group, or is a member of an open room, stays.
        """

    async def abandoned_races(self, before: int) -> list[str]:
        """Return the codes of rooms last touched before `before` with a running race that has no time limit."""
