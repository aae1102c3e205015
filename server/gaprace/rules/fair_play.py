"""The examination of a finished game: traces in its record that hands and thought alone seldom leave behind.

Each rule has a name, thresholds, and numbers that it reports; a flag is a reason to look, not a verdict. The result
follows from the actions and their times alone, in whole numbers, so that anyone can compute it again with this module.

The thresholds come from `make bench ARGS=evidence`: of 2000 people-like games they flag 3, all of them by `no_thought`;
of 200 winning lines that are replayed at a machine's pace, they flag all (`docs/fairness.md`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

from gaprace.rules.board import Board, Move
from gaprace.rules.game import Game

RecordRule = Literal["faster_than_hands", "pauses_too_even", "no_thought", "same_line"]
RULES: tuple[RecordRule, ...] = get_args(RecordRule)
Rule = RecordRule | Literal["scouted"]
"""A rule, or a fact that no record shows: `play.people.exclusion.scouted`."""

MAX_FAST_MOVES, MIN_FAST_MOVES = 20, 10
"""Moves in a row that have to be fast: enough that a cut connection, whose moves arrive all at once, does not count.
A game with fewer moves is taken whole, from its start; one below the minimum tells nothing."""
FAST_PAUSE_MS = 200
"""Five moves a second, on the mean. Hands reach that on known places, but not while they find the next card."""
MIN_PAUSES = 20
"""Pauses needed to tell how even they are."""
EVEN_RATIO = 3, 2
"""Four of five pauses lie within a factor of 1.5. Jitter of 20 % either way is even, of 50 % is not."""
LINE_MOVES = 25
"""Moves of a long line."""
LINE_GAIN = 10
"""Cards that a long line puts in place at least."""
LINE_CHOICES = 8
"""Free choices in a long line: moves that lock nothing, where another card could have been moved."""
THOUGHT_MS = 1_000
"""A pause up to this is too short to choose: without a longer one, a long line was probably known beforehand."""
SAME_PERMILLE = 850
"""The share of a game's boards that lie on another line."""
MIN_SAME_CHOICES = 20
"""Free choices that lead along the other line. `mini` has too few of them: good players often play it alike."""


class Flag(NamedTuple):
    """The finding of a rule, with its numbers. Names of times end in `ms`."""

    rule: Rule
    values: dict[str, int]
    other: str = ""
    """For `same_line`: the name of the other line."""

    @property
    def sentence(self) -> str:
        """The flag in English, for a person."""
        times = {name: f"{ms / 1000:.2f} s" for name, ms in self.values.items() if name.endswith("ms")}
        return _SENTENCES[self.rule].format_map({**self.values, **times, "other": self.other})


_SENTENCES: Mapping[Rule, str] = {
    "faster_than_hands": "{moves} moves in a row took {ms}: too fast for a person.",
    "pauses_too_even": "Four of five pauses between {moves} moves lie between {low_ms} and {high_ms}: too even.",
    "no_thought": "{moves} moves in a row put {gained} cards in place, with {choices} free choices and no pause longer"
    " than {longest_ms}: no time to think.",
    "scouted": "{looked} from the same address had opened this daily before, and left without a move.",
    "same_line": "{same} of its {boards} boards, after {choices} free choices, are those of another line ({other}).",
}


class Step(NamedTuple):
    """A move of a game, as far as the rules look at it."""

    ms: int
    """When it was made, since the start."""
    pause_ms: int
    """The time since the action before it, or since the start."""
    gained: int
    """The change of the number of locked cards."""
    is_choice: bool
    """Whether it locked nothing, and another move was legal: a free choice."""
    follows_move: bool
    """Whether the action before it was a move, too."""


class Examination:
    """Examines a game while it is played again."""

    def __init__(self, start: Game) -> None:
        """Begin with the game before its first action."""
        self.game = start
        self.steps: list[Step] = []
        """Its moves so far."""

    def add(self, after: Game) -> None:
        """Take the game after its next action."""
        before, self.game = self.game, after
        if isinstance(after.actions[-1].action, Move):
            gained, ms = after.locked - before.locked, after.time_ms
            is_choice = gained <= 0 and len(before.legal_moves()) > 1
            follows_move = before.number > 0 and isinstance(before.actions[-1].action, Move)
            self.steps.append(Step(ms, ms - before.time_ms, gained, is_choice, follows_move))

    def flags(self, lines: "Lines | None" = None) -> list[Flag]:
        """Return the flags of the game so far; `lines` are others that it may have been copied from."""
        found = (fast(self.steps), even(self.steps), thoughtless(self.steps), same(self.game, lines or {}))
        return [flag for flag in found if flag]


Lines = Mapping[str, Collection[bytes]]
"""Other lines on the same deal by their names, each as the cells of its boards."""


def examine(game: Game, lines: Lines | None = None) -> list[Flag]:
    """Return the flags of a finished game."""
    *_, examination = examining(Game.replaying(game.deal, game.transcript))
    return examination.flags(lines)


def examining(games: Iterator[Game]) -> Iterator[Examination]:
    """Yield the examination of a game while it is played again. For a caller that makes pauses."""
    examination = Examination(next(games))
    yield examination
    for game in games:
        examination.add(game)
        yield examination


# The rules


def fast(steps: Sequence[Step]) -> Flag | None:
    """Flag moves that follow each other faster than hands can make them, over a whole row of moves.

    The pause before the first of them counts, too: after a cut connection, the moves made meanwhile arrive at once.
    """
    size = min(MAX_FAST_MOVES, len(steps))
    spans = (last.ms - first.ms + first.pause_ms for first, last in _rows(steps, size))
    ms = min(spans, default=0)
    is_fast = size >= MIN_FAST_MOVES and ms < size * FAST_PAUSE_MS
    return Flag("faster_than_hands", {"moves": size, "ms": ms}) if is_fast else None


def _rows(steps: Sequence[Step], size: int) -> Iterator[tuple[Step, Step]]:
    """Yield the first and the last step of each row of `size` successive ones."""
    return zip(steps, steps[size - 1 :], strict=False) if size else iter(())


def even(steps: Sequence[Step]) -> Flag | None:
    """Flag pauses that are all about equal. The time until the first move does not count."""
    pauses = sorted(step.pause_ms for step in steps[1:])
    if len(pauses) < MIN_PAUSES:
        return None
    tenth = len(pauses) // 10
    low, high = pauses[tenth], pauses[-1 - tenth]
    is_even = high * EVEN_RATIO[1] <= low * EVEN_RATIO[0]
    return Flag("pauses_too_even", {"moves": len(steps), "low_ms": low, "high_ms": high}) if is_even else None


def thoughtless(steps: Sequence[Step]) -> Flag | None:
    """Flag a long line of moves, gainful and with free choices, that was played without a pause to think."""
    found = [flag for at in range(len(steps) - LINE_MOVES + 1) if (flag := _line(steps[at : at + LINE_MOVES]))]
    return min(found, key=lambda flag: flag.values["longest_ms"], default=None)


def _line(steps: Sequence[Step]) -> Flag | None:
    longest = max(step.pause_ms for step in steps)
    if longest > THOUGHT_MS or not all(step.follows_move for step in steps[1:]):
        return None
    gained, choices = sum(step.gained for step in steps), sum(step.is_choice for step in steps)
    if gained < LINE_GAIN or choices < LINE_CHOICES:
        return None
    return Flag("no_thought", {"moves": len(steps), "gained": gained, "choices": choices, "longest_ms": longest})


def same(game: Game, lines: Lines) -> Flag | None:
    """Flag a game whose boards are those of another line, in whatever order it reached them."""
    boards = standing_boards(game)
    choices = [_is_choice(game, before, after) for before, after in pairwise([game.deal.opening(), *boards])]
    found = [flag for name, cells in lines.items() if (flag := _same(boards, choices, name, cells))]
    return max(found, key=lambda flag: flag.values["same"], default=None)


def _is_choice(game: Game, before: Board, after: Board) -> bool:
    return after.locked <= before.locked and len(before.legal_moves(right_fill=game.deal.variant.right_fill)) > 1


def _same(boards: Sequence[Board], choices: Sequence[bool], name: str, cells: Collection[bytes]) -> Flag | None:
    met = [is_choice for board, is_choice in zip(boards, choices, strict=True) if board.cells in cells]
    if len(met) * 1000 < len(boards) * SAME_PERMILLE or sum(met) < MIN_SAME_CHOICES:
        return None
    return Flag("same_line", {"boards": len(boards), "same": len(met), "choices": sum(met)}, name)


# Lines


def standing_boards(game: Game) -> list[Board]:
    """Return the boards on the way to the game's current one, without what was undone, and without the opening."""
    return [*game.undoable[1:], game.board] if game.undoable else []


def boards_of_line(opening: Board, moves: Iterable[Move], *, right_fill: bool = False) -> list[Board]:
    """Return the boards of a line of moves. Raises IllegalAction `illegal_move`."""
    boards = [opening]
    for move in moves:
        boards.append(boards[-1].after(move, right_fill=right_fill))
    return boards[1:]


def cells_of(boards: Iterable[Board]) -> frozenset[bytes]:
    """Return a line as `examine` takes it."""
    return frozenset(board.cells for board in boards)
