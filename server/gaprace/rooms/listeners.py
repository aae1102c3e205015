"""Those of a room's connections that belong to its audience, and what each of them has to be sent."""

from collections.abc import Callable, Iterable

from gaprace.rooms.broadcast import Connections, Subscriber
from gaprace.wire import Message

MembersOf = Callable[[Iterable[Subscriber]], list[Subscriber]]


class Listeners:
    """Sends news to the audience, and all there is to those who belong to it only now."""

    def __init__(self, connections: Connections, members_of: MembersOf) -> None:
        """Take what returns those of some connections that belong to the audience now."""
        self._connections, self._members_of = connections, members_of
        self._up_to_date = set[Subscriber]()
        """Those that have everything that was sent so far."""

    def welcomed(self, subscriber: Subscriber, *, is_up_to_date: bool) -> None:
        """Note whether a full snapshot had everything that was sent so far."""
        if is_up_to_date:
            self._up_to_date.add(subscriber)
        else:
            self._up_to_date.discard(subscriber)

    def send(self, news: Message | None, everything: Message | None) -> None:
        """Send news, if there is any; and everything, if there is anything, to those who do not have it."""
        members = self._members_of(self._connections)
        known = [each for each in members if each in self._up_to_date]
        newcomers = [each for each in members if each not in self._up_to_date]
        self._up_to_date = set(members)
        if news is not None:
            self._connections.send_slowly(known, news)
        if everything is not None and newcomers:
            self._connections.send_slowly(newcomers, everything)
