"""Those of a room's connections that belong to its audience, and what each of them has to be sent."""

from collections.abc import Callable

from gaprace.rooms.broadcast import Connections, Subscriber
from gaprace.wire import Message


class Listeners:
    """Sends news to the audience, and all there is to those who belong to it only now."""

    def __init__(self, connections: Connections, hears: Callable[[Subscriber], bool]) -> None:
        """Take what says whether a connection belongs to the audience now."""
        self._connections, self._hears = connections, hears
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
        members = [each for each in self._connections if self._hears(each)]
        known = [each for each in members if each in self._up_to_date]
        newcomers = [each for each in members if each not in self._up_to_date]
        self._up_to_date = set(members)
        if news is not None:
            self._connections.send_to(known, news)
        if everything is not None and newcomers:
            self._connections.send_to(newcomers, everything)
