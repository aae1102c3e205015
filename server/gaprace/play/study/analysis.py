"""The analysis of a finished game: the positions that can be won by moves alone.

A position is the board after an action. Verdicts propagate along the moves of the game: if a board is winnable, so is
the board before the move; if a board is unwinnable, so are the boards after it. A search in the middle of a run of
moves thus settles about half of it, and a lost game needs only a few searches. A board that occurs again, after an
undo, is searched once.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from gaprace.play.study.appraisal import Appraised
from gaprace.rules.actions import TimedAction, action_text, parse_transcript
from gaprace.rules.board import Board, Move
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.solver.answers import Verdict
from gaprace.wire import Wire
from gaprace.wire.http import Analysis, Loss

MAX_UNKNOWN = 40
"""After this many boards that no search could decide in time, the rest stay unknown, so that every analysis ends."""


class _Results(Wire, frozen=True):
    """The stored results. Boards are numbered in the order in which they first occurred."""

    verdicts: dict[int, Verdict]
    """The verdict on each judged board."""
    keeps: dict[int, str]
    """A move that keeps the win, for each winnable board."""
    appraised: Appraised | None = None
    """The win probabilities, once every board is judged."""


class GameAnalysis:
    """The verdicts on the positions of one game."""

    def __init__(self, deal: Deal, transcript: str, stored: bytes = b"") -> None:
        """Play a finished game again; `stored` are the results of an earlier analysis (see `to_json`)."""
        self.right_fill = deal.variant.right_fill
        self._boards: list[Board] = []
        self._number: dict[bytes, int] = {}
        self._positions: list[int] = []
        """The number of the board of each position: first the opening, then the board after each action."""
        self._from: dict[int, set[int]] = {}
        """For each board, the boards from which moves led to it."""
        self._to: dict[int, dict[int, Move]] = {}
        """For each board, the boards to which moves led, with the moves."""
        self._walk(deal, transcript)
        known = msgspec.json.decode(stored, type=_Results) if stored else _Results({}, {})
        self._verdicts, self._keeps = dict(known.verdicts), dict(known.keeps)
        self.appraised = known.appraised
        for number, board in enumerate(self._boards):
            if board.is_won:
                self._record_winnable(number)

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

    # Searching

    def next_board(self) -> Board | None:
        """Return the board to search next, in the middle of the longest run of open positions; None at the end."""
        runs = [[*run] for is_open, run in groupby(self._positions, key=self._is_open) if is_open]
        if not runs or sum(verdict == "unknown" for verdict in self._verdicts.values()) >= MAX_UNKNOWN:
            return None
        longest = max(runs, key=len)
        return self._boards[longest[len(longest) // 2]]

    def _is_open(self, number: int) -> bool:
        return number not in self._verdicts

    # Learning

    def learn(self, board: Board, verdict: Verdict, line: Sequence[Move] = ()) -> None:
        """Record the verdict of a search; `line` are the moves that win a winnable board."""
        match verdict:
            case "winnable":
                for move in line:
                    if board.cells in self._number:
                        self._record_winnable(self._number[board.cells], move)
                    board = board.after(move, right_fill=self.right_fill)
            case "unwinnable":
                self._record_unwinnable(self._number[board.cells])
            case "unknown":
                self._verdicts.setdefault(self._number[board.cells], verdict)

    def _record_winnable(self, number: int, keep: Move | None = None) -> None:
        waiting = [(number, keep)]
        while waiting:
            number, keep = waiting.pop()
            if self._verdicts.get(number) != "winnable":
                self._verdicts[number] = "winnable"
                if keep:
                    self._keeps[number] = action_text(keep)
                waiting += [(before, self._to[before][number]) for before in self._from.get(number, ())]

    def _record_unwinnable(self, number: int) -> None:
        waiting = [number]
        while waiting:
            number = waiting.pop()
            if self._verdicts.get(number) != "unwinnable":
                self._verdicts[number] = "unwinnable"
                waiting += self._to.get(number, {})

    # Results

    def to_json(self) -> bytes:
        """Return the results as JSON, for the store."""
        return msgspec.json.encode(_Results(self._verdicts, self._keeps, self.appraised))

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdict on each position; `unknown` also where there is none yet."""
        return [self._verdicts.get(number, "unknown") for number in self._positions]

    def view(self, game_id: str, *, is_done: bool) -> Analysis:
        """Return the analysis as clients see it. `is_done` means that no further search will be made."""
        known = [self._verdicts.get(number) for number in self._positions]
        appraised = self.appraised or Appraised()
        return Analysis(
            game=game_id,
            state="done" if is_done else "running",
            judged=len(known) if is_done else len(known) - known.count(None),
            positions=len(known),
            verdicts=self.verdicts,
            losses=[*self._losses(known)],
            chances=appraised.chances,
            accuracy=appraised.accuracy,
            costs=appraised.costs,
        )

    def _losses(self, verdicts: Sequence[Verdict | None]) -> Iterator[Loss]:
        last: int | None = None
        for at, verdict in enumerate(verdicts):
            if verdict == "winnable":
                last = at
            elif verdict == "unwinnable" and last is not None:
                yield Loss(at, last, self._keeps[self._positions[last]])
                last = None
