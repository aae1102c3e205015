"""The analysis of a finished game: what a search found of its positions, and what follows for the others.

A position is the board after an action. Whether moves alone win a board passes along the moves that were made: if they
win a board, they also win the one from which a move led to it; if they do not, nor do they win the one to which a move
led. So a search in the middle of a run of moves settles half of it, and a lost game takes a few searches. A board that
comes again, after an undo, is judged once.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from gaprace.rules.actions import TimedAction, action_text, parse_transcript
from gaprace.rules.board import Board, Move
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.solver.verdict import Verdict
from gaprace.wire import Wire
from gaprace.wire.http import Analysis, Loss

MAX_UNKNOWN = 40
"""After so many boards that no search could judge in its time, the rest are left unknown: nobody waits for ever."""


class _Findings(Wire, frozen=True):
    """What is stored: about the boards of the game, numbered in the order in which they came first."""

    verdicts: dict[int, Verdict]
    keeps: dict[int, str]
    """The move to make on a board that moves win."""


class GameAnalysis:
    """What is known of a game's positions."""

    def __init__(self, deal: Deal, transcript: str, findings: bytes = b"") -> None:
        """Take a finished game, and what was found of it before.

        Raises:
            RulesError, msgspec.DecodeError: they don't fit.

        """
        self.right_fill = deal.variant.right_fill
        self._boards: list[Board] = []
        self._number: dict[bytes, int] = {}
        self._positions: list[int] = []
        """The number of the board after each action; first that of the opening."""
        self._from: dict[int, set[int]] = {}
        self._to: dict[int, dict[int, Move]] = {}
        """Which boards moves led from, and to."""
        self._walk(deal, transcript)
        known = msgspec.json.decode(findings, type=_Findings) if findings else _Findings({}, {})
        self._verdicts, self._keeps = dict(known.verdicts), dict(known.keeps)
        for number, board in enumerate(self._boards):
            if board.is_won:
                self._note_winnable(number)

    def _walk(self, deal: Deal, transcript: str) -> None:
        game = Game.start(deal)
        self._positions.append(self._numbered(game.board))
        for action, ms in parse_transcript(transcript):
            game = game.after(action, ms)
            self._step(self._numbered(game.board), game.actions[-1])

    def _numbered(self, board: Board) -> int:
        if board.cells not in self._number:
            self._number[board.cells] = len(self._boards)
            self._boards.append(board)
        return self._number[board.cells]

    def _step(self, to: int, timed: TimedAction) -> None:
        if isinstance(timed.action, Move):
            self._to.setdefault(self._positions[-1], {})[to] = timed.action
            self._from.setdefault(to, set()).add(self._positions[-1])
        self._positions.append(to)

    # What is to be found out

    def next_board(self) -> Board | None:
        """Return the board whose verdict tells most: in the middle of the longest run of which nothing is known."""
        runs = [[*run] for is_open, run in groupby(self._positions, key=self._is_open) if is_open]
        if not runs or sum(verdict == "unknown" for verdict in self._verdicts.values()) >= MAX_UNKNOWN:
            return None
        longest = max(runs, key=len)
        return self._boards[longest[len(longest) // 2]]

    def _is_open(self, number: int) -> bool:
        return number not in self._verdicts

    # What is found

    def learn(self, board: Board, verdict: Verdict, line: Sequence[Move] = ()) -> None:
        """Take in a verdict, of a winnable board with the moves that win it."""
        match verdict:
            case "winnable":
                self._follow(board, line)
            case "unwinnable":
                self._note_unwinnable(self._number[board.cells])
            case "unknown":
                self._verdicts.setdefault(self._number[board.cells], verdict)

    def _follow(self, board: Board, line: Sequence[Move]) -> None:
        """Note every board of the game that lies on a line that wins."""
        for move in line:
            if board.cells in self._number:
                self._note_winnable(self._number[board.cells], move)
            board = board.after(move, right_fill=self.right_fill)

    def _note_winnable(self, number: int, keep: Move | None = None) -> None:
        waiting = [(number, keep)]
        while waiting:
            number, keep = waiting.pop()
            if self._verdicts.get(number) != "winnable":
                self._verdicts[number] = "winnable"
                if keep:
                    self._keeps[number] = action_text(keep)
                waiting += [(before, self._to[before][number]) for before in self._from.get(number, ())]

    def _note_unwinnable(self, number: int) -> None:
        waiting = [number]
        while waiting:
            number = waiting.pop()
            if self._verdicts.get(number) != "unwinnable":
                self._verdicts[number] = "unwinnable"
                waiting += self._to.get(number, {})

    # What is told and stored

    def to_json(self) -> bytes:
        """Write what was found, for the store."""
        return msgspec.json.encode(_Findings(self._verdicts, self._keeps))

    def view(self, game_id: str, *, is_done: bool) -> Analysis:
        """Say what is known. Once it is done, all of it is."""
        known = [self._verdicts.get(number) for number in self._positions]
        return Analysis(
            game=game_id,
            state="done" if is_done else "running",
            judged=len(known) if is_done else len(known) - known.count(None),
            positions=len(known),
            verdicts=[verdict or "unknown" for verdict in known],
            losses=[*self._losses(known)],
        )

    def _losses(self, verdicts: Sequence[Verdict | None]) -> Iterator[Loss]:
        last: int | None = None
        for at, verdict in enumerate(verdicts):
            if verdict == "winnable":
                last = at
            elif verdict == "unwinnable" and last is not None:
                yield Loss(at, last, self._keeps[self._positions[last]])
                last = None
