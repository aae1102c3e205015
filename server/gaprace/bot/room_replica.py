"""A client's copy of a room, built from events alone: a `welcome`, and every event after it.

It is exact: at any time it equals a fresh `welcome`. Moves are made on the board that is known already, and each board
is compared with the server's checksum. If that differs, or a number is missing, the replica is out of sync, and the
client has to reconnect for a fresh `welcome`.
"""

from zlib import crc32

from msgspec.structs import asdict, replace

from gaprace import wire
from gaprace.errors import RulesError
from gaprace.play.live.settings import variant_of
from gaprace.rules.actions import ControlAction, parse_action
from gaprace.rules.board import Board, parse_board
from gaprace.rules.game import MAX_STEPS
from gaprace.rules.variants import Variant

MAX_CHAT = 50
"""Lines of chat to keep."""


class Desynced(Exception):
    """The replica differs from the server's room: reconnect for a fresh `welcome`."""


class RoomReplica:
    """The state of a room as one client knows it. `apply` feeds it every event; all else is for reading."""

    def __init__(self) -> None:
        self.you: wire.You | None = None
        self.room: wire.RoomView | None = None
        self.started: wire.Started | None = None
        """The deal code and the opening of the race, once it has started."""
        self.games: dict[wire.GameId, wire.GameView] = {}
        """The games of the race, once it has started."""
        self.boards: dict[wire.GameId, Board] = {}
        """The known boards, by game."""
        self.present: wire.Present | None = None
        """The connected clients."""
        self.chat: list[wire.Said] = []
        self.audience = wire.Audience()
        """The lines of the audience."""

    # Reading

    @property
    def race(self) -> wire.RaceView | None:
        """The race that is about to start or is running, or else the last one."""
        return self.room.race if self.room else None

    @property
    def is_racing(self) -> bool:
        """Whether a race is about to start or is running."""
        return self.race is not None and self.race.standings is None

    @property
    def member_count(self) -> int:
        """The number of members."""
        return len(self.room.members) if self.room else 0

    @property
    def my_seat(self) -> wire.Seat | None:
        """The client's own seat in the race."""
        you = self.you.id if self.you else None
        return next((seat for seat in self.race.seats if seat.player == you), None) if self.race else None

    @property
    def me(self) -> wire.Member | None:
        """The client's player as a member of the room."""
        you = self.you.id if self.you else None
        return next((member for member in self.room.members if member.id == you), None) if self.room else None

    @property
    def mine(self) -> wire.GameView | None:
        """The client's own game in the race, once it has started."""
        you = self.you.id if self.you else None
        return next((game for game in self.games.values() if game.player == you), None)

    @property
    def variant(self) -> Variant | None:
        """The rules of the race."""
        return variant_of(self.race.variant) if self.race else None

    # Events

    def apply(self, event: wire.Event) -> None:  # noqa: C901  # one line each
        """Apply one event."""
        match event:
            case wire.Welcome():
                self._welcome(event)
            case wire.Room(room):
                self._room(room)
            case wire.Starting(race):
                self._race(race)
            case wire.Started():
                self._start(event)
            case wire.Acted():
                self._acted(event)
            case wire.Progress():
                self._progress(event)
            case wire.Snapshot(game) | wire.Refused(game=wire.GameView() as game):
                self._set_game(game)
            case wire.Hinted(game=game):
                self._hinted(game)
            case wire.Finished():
                self._finish(event)
            case wire.Present():
                self.present = event
            case wire.Said():
                self.chat = [*self.chat, event][-MAX_CHAT:]
            case wire.Audience():
                self._hear(event)

    def _hear(self, audience: wire.Audience) -> None:
        """Add what the audience has done; to those who belong to it only now, lines may come again."""
        known = self.audience
        lines = [*known.lines, *(line for line in audience.lines if line not in known.lines)]
        self.audience = wire.Audience(lines[-MAX_CHAT:])

    def _welcome(self, welcome: wire.Welcome) -> None:
        self.audience = welcome.audience or wire.Audience()
        self.you, self.room, self.started = welcome.you, welcome.room, welcome.started
        self.present = welcome.present
        self.games, self.boards = {}, {}
        self.chat = welcome.chat[-MAX_CHAT:]
        for game in welcome.games:
            self._set_game(game)

    def _room(self, room: wire.RoomView) -> None:
        if self.room is None or room.version < self.room.version:
            return
        if room.race is None or self.race is None or room.race.id != self.race.id:
            self._forget_race()
        self.room = room

    def _race(self, race: wire.RaceView) -> None:
        if self.room is None:
            raise Desynced("a race came before the welcome")
        if self.race is None or self.race.id != race.id:
            self._forget_race()
        self.room = replace(self.room, race=race)

    def _forget_race(self) -> None:
        self.games, self.boards, self.started = {}, {}, None

    def _start(self, started: wire.Started) -> None:
        race, variant = self.race, self.variant
        if race is None or variant is None or race.id != started.race:
            raise Desynced(f"race {started.race} started without being announced")
        if self.started is not None:
            return  # sent twice
        self.started = started
        board = _parsed(started.board, variant)
        for seat in race.seats:
            opening = wire.GameView(
                game=seat.game,
                player=seat.player,
                n=0,
                locked=board.locked,
                moves=0,
                shuffles=0,
                board=started.board,
                checksum=crc32(board.cells),
            )
            self.games[seat.game], self.boards[seat.game] = opening, board

    def _acted(self, acted: wire.Acted) -> None:
        game = self._game(acted.game)
        if game is None or acted.n <= game.n:
            return  # of an earlier race, or sent twice
        before = self.boards.get(acted.game)
        if acted.n > game.n + 1 or before is None:
            raise Desynced(f"action {acted.n} of game {acted.game} followed action {game.n}")
        board = self._board_after(before, acted)
        if crc32(board.cells) != acted.checksum:
            raise Desynced(f"the board after action {acted.n} of game {acted.game} has another checksum")
        self.boards[acted.game] = board
        self.games[acted.game] = _game_after(game, acted, board, self.variant)

    def _board_after(self, before: Board, acted: wire.Acted) -> Board:
        variant = self.variant
        try:
            action = parse_action(acted.action)
            if variant is None or (isinstance(action, ControlAction) and acted.board is None):
                raise Desynced(f"{acted.action} came without a board")
            if isinstance(action, ControlAction):
                return _parsed(acted.board or "", variant)
            return before.after(action, right_fill=variant.right_fill)
        except RulesError as error:
            raise Desynced(f"action {acted.n} of game {acted.game} is impossible: {error}") from None

    def _progress(self, progress: wire.Progress) -> None:
        game = self._game(progress.game)
        if game is None or progress.n < game.n:
            return
        self.boards.pop(progress.game, None)
        self.games[progress.game] = wire.GameView(player=game.player, **asdict(progress))

    def _finish(self, finished: wire.Finished) -> None:
        if self.room and self.race and self.race.id == finished.race:
            race = replace(self.race, standings=finished.standings, reveal=finished.reveal)
            self.room = replace(self.room, race=race)

    def _set_game(self, view: wire.GameView) -> None:
        """Replace a game by its current state."""
        known = self.games.get(view.game)
        is_old = known is not None and known.board is not None and view.n < known.n
        if self.started is None or not self._is_shown(view.game) or is_old:
            return  # a delayed board, as spectators get it, may be older than the known progress
        self.games[view.game] = view
        if view.board is None or self.variant is None:
            self.boards.pop(view.game, None)
            return
        board = _parsed(view.board, self.variant)
        if crc32(board.cells) != view.checksum:
            raise Desynced(f"the board of game {view.game} has another checksum")
        self.boards[view.game] = board

    def _hinted(self, game_id: wire.GameId) -> None:
        game = self.games.get(game_id)
        if game:
            self.games[game_id] = replace(game, hinted=True)

    def _game(self, game_id: wire.GameId) -> wire.GameView | None:
        game = self.games.get(game_id)
        if game is None and self._is_shown(game_id):
            raise Desynced(f"an event of game {game_id} came before the race had started")
        return game

    def _is_shown(self, game_id: wire.GameId) -> bool:
        return self.race is not None and any(seat.game == game_id for seat in self.race.seats)


def _game_after(game: wire.GameView, acted: wire.Acted, board: Board, variant: Variant | None) -> wire.GameView:
    action = acted.action
    is_move = "@" in action
    undoable, redoable = _history_after(game, action)
    is_step = board.locked != game.locked
    is_resigned = action == ControlAction.RESIGN
    return replace(
        game,
        n=acted.n,
        locked=board.locked,
        moves=game.moves + is_move,
        shuffles=game.shuffles + (action == ControlAction.SHUFFLE),
        ended=board.is_won or is_resigned,
        won=board.is_won,
        given_up=is_resigned and variant is not None and _can_go_on(game, board, variant),
        last_action_ms=acted.ms,
        reached_ms=acted.ms if is_step else game.reached_ms,
        board=board.text,
        checksum=acted.checksum,
        undoable=undoable,
        redoable=redoable,
        steps=[*game.steps, acted.ms, board.locked][-2 * MAX_STEPS :] if is_step else game.steps,
    )


def _can_go_on(game: wire.GameView, board: Board, variant: Variant) -> bool:
    """Whether a move or a shuffle remains."""
    return game.shuffles < variant.shuffles or not board.is_stuck(right_fill=variant.right_fill)


def _history_after(game: wire.GameView, action: str) -> tuple[int, int]:
    """Return how many actions can be undone and redone after an action."""
    match action:
        case ControlAction.UNDO:
            return game.undoable - 1, game.redoable + 1
        case ControlAction.REDO:
            return game.undoable + 1, game.redoable - 1
        case ControlAction.RESIGN:
            return game.undoable, game.redoable
        case _:
            return game.undoable + 1, 0


def _parsed(text: str, variant: Variant) -> Board:
    try:
        return parse_board(text, variant.columns)
    except RulesError as error:
        raise Desynced(str(error)) from None
