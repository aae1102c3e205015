"""What was said in a room, as far as newcomers may read it."""

from collections.abc import Iterable

from gaprace.play.chat import MAX_LINES, checked_line
from gaprace.wire import Member, Said, Say

LINES_KEPT = 50


class ChatLog:
    """The last lines, and when each member spoke last. Chat is not stored: processes tell it each other."""

    def __init__(self) -> None:
        self.lines: list[Said] = []
        self._said_at: dict[str, list[int]] = {}

    def say(self, member: Member, say: Say, now: int) -> Said:
        """Note what a member says, and give it as the others hear it.

        Raises:
            RoomError: `muted`, `chat_too_fast`, `bad_text`.

        """
        earlier = self._said_at.get(member.id, [])[-MAX_LINES:]
        said = Said(member.id, member.name, now, checked_line(member, say, earlier, now), say.emote)
        self._said_at[member.id] = [*earlier, now]
        self._keep(said)
        return said

    def hear(self, lines: Iterable[Said]) -> list[Said]:
        """Note what was said elsewhere; give what is new of it."""
        new = [line for line in lines if line not in self.lines]
        for line in new:
            self._keep(line)
        return new

    def forget(self, player: str) -> None:
        """Let nobody read any longer what a player has said."""
        self.lines = [line for line in self.lines if line.player != player]
        self._said_at.pop(player, None)

    def _keep(self, line: Said) -> None:
        self.lines = [*self.lines, line][-LINES_KEPT:]
