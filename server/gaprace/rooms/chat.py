"""The chat of a room: its last lines, and the refusals for players and spectators alike."""

from collections.abc import Iterable

from gaprace.errors import Refusal
from gaprace.play.live.chat import MAX_LINES, PACE, ChatPace, checked_line
from gaprace.play.people.moderation import said_until
from gaprace.rooms.context import RoomContext
from gaprace.wire import Member, RoomView, Said, Say

MAX_LOG_LINES = 50
"""Lines of chat that newcomers may read."""


class ChatLog:
    """The last lines of a chat, and the times of each author's lines. It is not stored: servers exchange it."""

    def __init__(self) -> None:
        self.lines: list[Said] = []
        self._said_at: dict[str, list[int]] = {}

    def say(self, member: Member, say: Say, now: int, pace: ChatPace = PACE, *, audience: bool = False) -> Said:
        """Add the line of a member or a spectator, and return it as sent to the others."""
        earlier = self._said_at.get(member.id, [])[-MAX_LINES:]
        text = checked_line(member, say, earlier, now, pace)
        said = Said(member.id, member.name, now, text, say.emote, audience)
        self._said_at[member.id] = [*earlier, now]
        self._add(said)
        return said

    def merge(self, lines: Iterable[Said]) -> list[Said]:
        """Add lines that a peer reports; return the new ones."""
        new = [line for line in lines if line not in self.lines]
        for line in new:
            self._add(line)
        return new

    def forget(self, player: str) -> None:
        """Remove all lines of a player."""
        self.lines = [line for line in self.lines if line.player != player]
        self._said_at.pop(player, None)

    def _add(self, line: Said) -> None:
        self.lines = [*self.lines, line][-MAX_LOG_LINES:]


async def refuse_line(context: RoomContext, room: RoomView, player_id: str, text: str) -> None:
    """Refuse lines of players muted by moderators, at any server, and forbidden words in public rooms.

    Raises `muted`, `bad_text`.
    """
    player, now = await context.store.player(player_id), context.clock.now()
    if player and player.muted_until is not None and player.is_muted(now):
        raise Refusal("muted", f"A moderator muted you {said_until(player.muted_until)}.")
    if room.settings.listed and context.words.found_in(text):
        raise Refusal("bad_text", "This message has a word that is not allowed in public rooms. Write it anew.")
