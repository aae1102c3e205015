"""Who is in a room: connected to this process, or to another one that serves it."""

from collections.abc import Callable

from gaprace.ports import Clock
from gaprace.rooms.audience import Audience
from gaprace.rooms.peers import Elsewhere
from gaprace.rooms.timers import Timers
from gaprace.wire import Member, Present

FLICKER_MS = 15_000
"""How long a connection may be gone before a race starts, and its player, being ready, still gets a game."""
GATHER_MS = 200
"""How long who comes and goes is gathered before it is told."""


class Presence:
    """Who is there, and since when the others are gone."""

    def __init__(
        self,
        audience: Audience,
        elsewhere: Elsewhere,
        clock: Clock,
        timers: Timers,
        when_gone: Callable[[str], None],
    ) -> None:
        """Take what is called when a player's last connection has gone."""
        self._audience, self._elsewhere = audience, elsewhere
        self._clock, self._timers, self._when_gone = clock, timers, when_gone
        self._seen = Present([], 0)
        self._known: set[str] = set()
        self._gone_at: dict[str, int] = {}
        self._since = clock.now()
        """Before, nothing is known of who was there: whoever was may only be on the way to another process."""
        self._is_due = False

    @property
    def players(self) -> set[str]:
        """Who holds a seat and is connected, anywhere."""
        return self._audience.present | self._elsewhere.present

    @property
    def view(self) -> Present:
        """What people are told."""
        return Present(sorted(self.players), self._audience.watching + self._elsewhere.watching)

    def gets_game(self, member: Member) -> bool:
        """Whether a member plays in a race that begins now."""
        gone_for = self._clock.now() - self._gone_at.get(member.id, self._since)
        return bool(member.bot) or member.id in self.players or (member.ready and gone_for < FLICKER_MS)

    def changed(self) -> None:
        """Note who has come and gone; tell it once for all who do within a moment."""
        view = self.view
        if view == self._seen:
            return
        self._seen = view
        players = set(view.members)
        gone, self._known = self._known - players, players
        for player in gone:
            self._gone_at[player] = self._clock.now()
            self._when_gone(player)
        if not self._is_due:
            self._is_due = True
            self._timers.at(self._clock.now() + GATHER_MS, self._tell)

    async def _tell(self) -> None:
        self._is_due = False
        self._audience.tell_all(self.view)
