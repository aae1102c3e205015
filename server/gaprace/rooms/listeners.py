"""The connections of the audience at this server, and what each of them has been sent."""

from collections.abc import Callable, Sequence
from functools import partial

from gaprace.rooms.broadcast import Connections
from gaprace.rooms.connection import Subscriber
from gaprace.wire import Message, encode

Membership = Callable[[], Callable[[Subscriber], bool]]
"""Returns what says whether a connection belongs to the audience now."""


class Listeners:
    """Sends events to the audience, and the complete state to its new members.

    The recipients are determined slice by slice during the writing: checking two thousand connections at once would
    cause a noticeable delay for players.
    """

    def __init__(self, connections: Connections, membership: Membership) -> None:
        self._connections, self._membership = connections, membership
        self._up_to_date = set[Subscriber]()
        """Those that have everything that was sent so far."""

    def welcomed(self, subscriber: Subscriber, *, is_up_to_date: bool) -> None:
        """Record whether a full snapshot contained everything that was sent so far."""
        if is_up_to_date:
            self._up_to_date.add(subscriber)
        else:
            self._up_to_date.discard(subscriber)

    def send(self, news: Message | None, everything: Message | None) -> None:
        """Send events, if there are any, and the complete state to members who do not have it."""
        if news is None and everything is None:
            return
        subscribers = [*self._connections]
        self._up_to_date.intersection_update(subscribers)
        texts = [None if each is None else encode(each) for each in (news, everything)]
        self._connections.spread(subscribers, partial(self._send_to, self._membership(), texts[0], texts[1]))

    def _send_to(
        self,
        is_member: Callable[[Subscriber], bool],
        news: bytes | None,
        everything: bytes | None,
        subscribers: Sequence[Subscriber],
    ) -> None:
        for each in subscribers:
            message = news if each in self._up_to_date else everything
            if not is_member(each):
                self._up_to_date.discard(each)
                continue
            self._up_to_date.add(each)
            if message is not None:
                self._connections.deliver(each, message)
