"""What is said of a game: whole to who may see its board, progress only to the others."""

from zlib import crc32

from gaprace.rules.actions import action_text
from gaprace.rules.board import Board, Move
from gaprace.rules.cards import TEXT_OF
from gaprace.rules.game import Game
from gaprace.solver.advice import Advice
from gaprace.wire import Acted, GameView, Hinted, Progress, Seat


def checksum_of(board: Board) -> int:
    """Return the check sum of a board: CRC-32 of its cells, one byte a slot."""
    return crc32(board.cells)


def game_view(seat: Seat, game: Game, *, ended: bool, hinted: bool = False) -> GameView:
    """Say all of a game."""
    return GameView(
        game=seat.game,
        player=seat.player,
        n=game.number,
        locked=game.board.locked,
        moves=game.moves,
        shuffles=game.shuffles,
        ended=ended,
        won=game.is_won,
        last_action_ms=game.time_ms,
        board=game.board.text,
        checksum=checksum_of(game.board),
        undoable=len(game.undoable),
        redoable=len(game.redoable),
        hinted=hinted,
    )


def progress_view(seat: Seat, game: Game, *, ended: bool) -> GameView:
    """Say how far a game is."""
    return GameView(
        game=seat.game,
        player=seat.player,
        n=game.number,
        locked=game.board.locked,
        moves=game.moves,
        shuffles=game.shuffles,
        ended=ended,
        won=game.is_won,
    )


def acted(game_id: str, game: Game) -> Acted:
    """Say the last action of a game."""
    action, ms = game.actions[-1]
    board = None if isinstance(action, Move) else game.board.text
    return Acted(game_id, game.number, action_text(action), ms, checksum_of(game.board), board)


def acted_again(game_id: str, game: Game, n: int) -> Acted:
    """Say an action again to who sent it again; others may have followed it."""
    if n == game.number:
        return acted(game_id, game)
    action, ms = game.actions[n - 1]
    return Acted(game_id, n, action_text(action), ms)


def progress(game_id: str, game: Game, *, ended: bool) -> Progress:
    """Say how far a game is, after an action."""
    return Progress(game_id, game.number, game.board.locked, game.moves, game.shuffles, ended=ended, won=game.is_won)


def hinted(game_id: str, n: int, advice: Advice) -> Hinted:
    """Say a hint for the board after action `n`."""
    return Hinted(
        game=game_id,
        n=n,
        action=action_text(advice.action),
        reason=advice.reason,
        card=None if advice.card is None else TEXT_OF[advice.card],
        count=advice.count,
        wins_in=advice.wins_in,
    )
