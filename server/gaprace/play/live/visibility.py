"""The seal of a running race: the visibility of each game for a viewer, and the messages with its visible state.

Only `sight_of` decides this; broadcasts, snapshots and welcomes use it.

- A player whose game is running is *live*: the player's own board is visible at once, the other games by progress only.
- If the room opens its boards, everyone with a seat is live and sees all boards at once; a host who sits out has no
  seat. Where players start later than the race, only its players are live, so that nobody else sees the cards before
  the last start.
- Everyone else is *delayed*: all boards are visible with the delay of the room.
- Before the layout is known to a viewer, nothing is visible. A player who starts later learns the layout at that
  start.
"""

from enum import Enum, auto
from typing import Any, NamedTuple, Protocol
from zlib import crc32

from gaprace.rules.actions import action_text
from gaprace.rules.board import TEXT_OF, Board, Move
from gaprace.rules.game import Game
from gaprace.solver.answers import Advice
from gaprace.wire import Acted, GameView, Hinted, PlayerId, Progress, Seat, Settings


class Sight(Enum):
    """The visibility of a game for a viewer."""

    LIVE = auto()
    """All of it, as soon as it is stored."""
    PROGRESS = auto()
    """How far it is, without the board."""
    DELAYED = auto()
    """All of it, with the delay of the room."""
    NOTHING = auto()


class Viewer(Protocol):
    """A connection to the room."""

    @property
    def player(self) -> PlayerId:
        """The id of the player."""

    @property
    def is_seated(self) -> bool:
        """Whether the viewer holds a seat, and does not merely watch."""

    @property
    def sits_out(self) -> bool:
        """Whether the viewer is a member who has given up the seat: then it sees what spectators see."""


class SeatedViewer(NamedTuple):
    """A player who holds a seat, on whichever connection."""

    player: PlayerId
    is_seated: bool = True
    sits_out: bool = False


class VisibleGame(Protocol):
    """The facts of a game on which its visibility depends."""

    @property
    def seat(self) -> Seat:
        """Its player and its id."""

    @property
    def committed(self) -> Game:
        """The game with every action that is stored."""

    @property
    def published(self) -> Game:
        """The game as far as delayed viewers have seen it."""

    @property
    def has_ended(self) -> bool:
        """Whether it has ended in the store."""

    @property
    def is_end_published(self) -> bool:
        """Whether delayed viewers have seen that it ended without a last action."""

    @property
    def is_hinted(self) -> bool:
        """Whether a hint was given in it."""


class VisibleRace(Protocol):
    """The facts of a race on which its visibility depends."""

    @property
    def settings(self) -> Settings:
        """The settings of its room."""

    @property
    def is_layout_published(self) -> bool:
        """Whether delayed viewers have seen the layout."""

    @property
    def has_begun(self) -> bool:
        """Whether the start instant has come."""

    def is_running_for(self, player: PlayerId) -> bool:
        """Whether a player has a game that has not ended."""

    def has_game(self, player: PlayerId) -> bool:
        """Whether a player has a game at all."""


def sight_of(race: VisibleRace, game: VisibleGame, viewer: Viewer) -> Sight:
    """Return the visibility of a game for a viewer."""
    if not knows_layout(race, viewer):
        return Sight.NOTHING
    if viewer.is_seated and viewer.player == game.seat.player:
        return Sight.LIVE
    return sight_of_rivals(race, game) if is_live(race, viewer) else Sight.DELAYED


def sight_of_rivals(race: VisibleRace, game: VisibleGame) -> Sight:
    """Return the visibility of a game for the other live viewers, who all know the opening."""
    return Sight.LIVE if race.settings.boards_open or game.committed.number == 0 else Sight.PROGRESS


def is_live(race: VisibleRace, viewer: Viewer) -> bool:
    """Whether a viewer follows the race live, and not with the delay of the room."""
    if not viewer.is_seated:
        return False
    return race.is_running_for(viewer.player) or (race.settings.boards_open and not viewer.sits_out)


def knows_layout(race: VisibleRace, viewer: Viewer) -> bool:
    """Whether a viewer may know the deal code and the opening."""
    plays = viewer.is_seated and race.has_game(viewer.player)
    return race.has_begun and (race.is_layout_published or plays or is_live(race, viewer))


# Views of a game


def view_of(race: VisibleRace, game: VisibleGame, viewer: Viewer) -> GameView | None:
    """Return a game as a viewer may see it; None if the viewer may see nothing of it."""
    match sight_of(race, game, viewer):
        case Sight.LIVE:
            return live_view(game)
        case Sight.PROGRESS:
            return progress_view(game)
        case Sight.DELAYED:
            return published_view(game)
        case Sight.NOTHING:
            return None


def live_view(game: VisibleGame) -> GameView:
    """Return the complete stored state of a game."""
    return _board_view(game.seat, game.committed, ended=_has_ended(game), hinted=game.is_hinted)


def published_view(game: VisibleGame) -> GameView:
    """Return the published state of a game, without the mark of a hint."""
    return _board_view(game.seat, game.published, ended=game.published.is_ended or game.is_end_published)


def progress_view(game: VisibleGame) -> GameView:
    """Return the progress of a game, without its board."""
    seat = game.seat
    return GameView(player=seat.player, **_progress(seat.game, game.committed, ended=_has_ended(game)))


def _has_ended(game: VisibleGame) -> bool:
    return game.has_ended or game.committed.is_ended


def _board_view(seat: Seat, game: Game, *, ended: bool, hinted: bool = False) -> GameView:
    return GameView(
        **_progress(seat.game, game, ended=ended),
        player=seat.player,
        last_action_ms=game.time_ms,
        board=game.board.text,
        checksum=_checksum_of(game.board),
        undoable=len(game.undoable),
        redoable=len(game.redoable),
        hinted=hinted,
        steps=[number for step in game.steps for number in step],
    )


def _checksum_of(board: Board) -> int:
    """Return the checksum of a board: CRC-32 of its cells, one byte a slot."""
    return crc32(board.cells)


# Events about an action


def acted(game_id: str, game: Game) -> Acted:
    """Return the last action of a game, with the whole board for anything but a move."""
    action, ms = game.actions[-1]
    board = None if isinstance(action, Move) else game.board.text
    return Acted(game_id, game.number, action_text(action), ms, _checksum_of(game.board), board)


def acted_again(game_id: str, game: Game, n: int) -> Acted:
    """Return action `n` of a game for a client that has sent it again; others may have followed it."""
    if n == game.number:
        return acted(game_id, game)
    action, ms = game.actions[n - 1]
    return Acted(game_id, n, action_text(action), ms)


def progress(game_id: str, game: Game) -> Progress:
    """Return the progress of a game after its last action."""
    return Progress(**_progress(game_id, game, ended=game.is_ended))


def _progress(game_id: str, game: Game, *, ended: bool) -> dict[str, Any]:
    """Return the fields of `GameProgress`."""
    return {
        "game": game_id,
        "n": game.number,
        "locked": game.locked,
        "moves": game.moves,
        "shuffles": game.shuffles,
        "reached_ms": game.reached_ms,
        "ended": ended,
        "won": game.is_won,
        "given_up": game.is_given_up,
    }


def hinted(game_id: str, n: int, advice: Advice) -> Hinted:
    """Return a hint for the board after action `n`."""
    return Hinted(
        game=game_id,
        n=n,
        action=action_text(advice.action),
        reason=advice.reason,
        card=None if advice.card is None else TEXT_OF[advice.card],
        count=advice.count,
        wins_in=advice.wins_in,
        win=advice.win,
        instead=advice.instead,
    )
