"""A game: one player's play of a deal, as a log of numbered actions.

A game is immutable: `after` returns a new one, and an illegal action changes nothing. A caller can thus keep the game
before an action until the action is stored.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, NamedTuple, Self, TypedDict, TypeVar, overload

from msgspec import Struct
from msgspec.structs import replace

from gaprace.errors import IllegalAction, RulesError
from gaprace.rules.actions import Action, ControlAction, TimedAction, parse_transcript, transcript_text
from gaprace.rules.board import ROWS, Board, Move
from gaprace.rules.deal import Deal
from gaprace.rules.variants import ShuffleWhen

Item = TypeVar("Item")


class History(Sequence[Item], Generic[Item]):
    """An immutable sequence, equal to every one with equal items; a longer one can be made in constant time.

    A game leads on from the one before by one more action. As tuples, every action would copy all earlier ones, so that
    a move of a long game would cost more than one of a short game. As slices of Go do
    (https://go.dev/blog/slices-intro), histories that lead on from each other share one list, and each knows how much
    of it is its own.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    @classmethod
    def _view(cls, items: list[Item], length: int) -> Self:
        view = cls.__new__(cls)
        view._items, view._length = items, length  # noqa: SLF001 - of its own class
        return view

    def with_next(self, item: Item) -> Self:
        """Return the history with one more item. Only the first one that leads on from it shares its list.

        An empty one shares nothing, since it is the beginning of many.
        """
        items, at = self._items, self._length
        if at and len(items) == at:
            items.append(item)
            if items[at] is item:  # and not that of another thread
                return self._view(items, at + 1)
        return self._view([*items[:at], item], at + 1)

    def without_last(self) -> Self:
        """Return the history without its last item; an empty one stays empty."""
        return self._view(self._items, max(0, self._length - 1))

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> Self: ...

    def __getitem__(self, index: int | slice) -> Item | Self:
        if isinstance(index, slice):
            return type(self)(self._items[place] for place in range(*index.indices(self._length)))
        if not -self._length <= index < self._length:
            raise IndexError(f"There is no item {index} in a history of {self._length}.")
        return self._items[index if index >= 0 else self._length + index]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"History({list(self)!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[Item, ...]]]:
        """Pickle what is its own."""
        return type(self), (tuple(self),)


_NOTHING: History[Any] = History()
MAX_STEPS = 100
"""Changes of the number of locked cards that a game remembers: more than twice as many as there are cards."""


class Step(NamedTuple):
    """Since when a game had how many locked cards, in ms since the start."""

    ms: int
    locked: int


class Game(Struct, frozen=True):
    """A deal, all actions so far, and the state that follows from them."""

    deal: Deal
    board: Board
    locked: int
    """The number of locked cards of the board."""
    number: int = 0
    """The number of the last action; 0 before the first."""
    time_ms: int = 0
    """When the last action was received, in ms since the start. This is the time of a won game."""
    actions: History[TimedAction] = _NOTHING
    undoable: History[Board] = _NOTHING
    """The boards that undo returns to; the next one is the last."""
    redoable: History[Board] = _NOTHING
    """The boards that redo returns to; the next one is the last."""
    moves: int = 0
    """The number of moves made, undone ones included."""
    shuffles: int = 0
    """The number of shuffles made, undone ones included."""
    reached_ms: int = 0
    """Since when it has this many locked cards, in ms since the start."""
    steps: tuple[Step, ...] = ()
    """The latest changes of the number of locked cards, `MAX_STEPS` at most."""
    is_resigned: bool = False
    shuffled: tuple[Board, ...] = ()
    """The board after each shuffle."""

    @classmethod
    def start(cls, deal: Deal) -> Self:
        """Return a new game on a deal."""
        opening = deal.opening()
        return cls(deal, opening, opening.locked)

    @classmethod
    def replay(cls, deal: Deal, transcript: str) -> Self:
        """Return the game of a transcript.

        Raises RulesError for the first bad token or illegal action; `at` is its number.
        """
        game = cls.start(deal)
        for game in cls.replaying(deal, transcript):  # noqa: B007 (the last one is returned)
            pass
        return game

    @classmethod
    def replaying(cls, deal: Deal, transcript: str) -> Iterator[Self]:
        """Yield the game of a transcript: as it starts, then after each action. For a caller that makes pauses."""
        game = cls.start(deal)
        yield game
        for action, ms in parse_transcript(transcript):
            game = game.after(action, ms)
            yield game

    # State

    @property
    def transcript(self) -> str:
        """The game as a transcript."""
        return transcript_text(self.actions)

    @property
    def shuffles_left(self) -> int:
        """The number of shuffles that can still be made."""
        return self.deal.variant.shuffles - self.shuffles

    @property
    def is_won(self) -> bool:
        """Whether every card is locked."""
        return self.locked == ROWS * (self.board.columns - 1)  # as `Board.is_won` says, without counting again

    @property
    def is_ended(self) -> bool:
        """Whether no action can follow: the game is won or resigned."""
        return self.is_resigned or self.is_won

    @property
    def is_stuck(self) -> bool:
        """Whether there is no legal move."""
        return self.board.is_stuck(right_fill=self.deal.variant.right_fill)

    @property
    def is_hopeless(self) -> bool:
        """Whether only undo can help: the game is not won, it is stuck, and no shuffle is left."""
        return not self.is_won and self.is_stuck and self.shuffles_left <= 0

    @property
    def is_given_up(self) -> bool:
        """Whether it was resigned while a move or a shuffle remained."""
        return self.is_resigned and not self.is_hopeless

    @property
    def allows_shuffle(self) -> bool:
        """Whether a shuffle is legal now."""
        redeal = self.deal.variant.redeal
        is_due = redeal is not None and (redeal.when is ShuffleWhen.ANY_TIME or self.is_stuck)
        return is_due and self.shuffles_left > 0 and not self.is_ended

    @property
    def allows_undo(self) -> bool:
        """Whether an undo is legal now."""
        return bool(self.undoable) and not self.is_ended

    def legal_moves(self) -> list[Move]:
        """Return the legal moves; none once the game has ended."""
        return [] if self.is_ended else self.board.legal_moves(right_fill=self.deal.variant.right_fill)

    # Actions

    def after(self, action: Action, ms: int) -> Self:
        """Return the game after one more action, received `ms` milliseconds after the start.

        Raises IllegalAction if the rules do not allow the action; `at` is the number that it would have had.
        """
        try:
            self._refuse_at(ms)
            changes = self._move(action) if isinstance(action, Move) else self._control(action)
        except RulesError as error:
            raise error.at_action(self.number + 1) from None
        if "board" in changes and (locked := changes["board"].locked) != self.locked:
            changes["locked"] = locked
            changes["reached_ms"] = ms
            changes["steps"] = (*self.steps, Step(ms, locked))[-MAX_STEPS:]
        actions = self.actions.with_next(TimedAction(action, ms))
        return replace(self, number=self.number + 1, time_ms=ms, actions=actions, **changes)

    def _refuse_at(self, ms: int) -> None:
        if self.is_ended:
            raise IllegalAction("game_over", f"The game is over: it was {'won' if self.is_won else 'resigned'}.")
        if ms < self.time_ms:
            raise IllegalAction("time_goes_back", f"{ms} ms is earlier than the previous action, at {self.time_ms} ms.")

    def _move(self, move: Move) -> "_Changes":
        changes = self._new_board(self.board.after(move, right_fill=self.deal.variant.right_fill))
        changes["moves"] = self.moves + 1
        return changes

    def _control(self, action: ControlAction) -> "_Changes":
        match action:
            case ControlAction.SHUFFLE:
                return self._shuffle()
            case ControlAction.UNDO:
                return self._undo()
            case ControlAction.REDO:
                return self._redo()
            case ControlAction.RESIGN:
                return {"is_resigned": True}

    def _shuffle(self) -> "_Changes":
        self._refuse_shuffle()
        number = self.shuffles + 1
        board = self.deal.shuffled(self.board, number)
        return {**self._new_board(board), "shuffles": number, "shuffled": (*self.shuffled, board)}

    def _refuse_shuffle(self) -> None:
        variant = self.deal.variant
        if variant.redeal is None:
            raise IllegalAction("no_redeal", f"{variant.name} has no shuffles.")
        if self.shuffles_left <= 0:
            raise IllegalAction("no_shuffle_left", f"No shuffles left: all {variant.shuffles} are used.")
        if variant.redeal.when is ShuffleWhen.STUCK and not self.is_stuck:
            raise IllegalAction("not_stuck", f"{variant.name} allows a shuffle only when no legal move is left.")

    def _new_board(self, board: Board) -> "_Changes":
        """Return the changes of a move or a shuffle: it can be undone, and clears what could be redone."""
        return {"board": board, "undoable": self.undoable.with_next(self.board), "redoable": _NOTHING}

    def _undo(self) -> "_Changes":
        if not self.undoable:
            raise IllegalAction("nothing_to_undo", "There is nothing to undo: this is the start of the game.")
        return {
            "board": self.undoable[-1],
            "undoable": self.undoable.without_last(),
            "redoable": self.redoable.with_next(self.board),
        }

    def _redo(self) -> "_Changes":
        if not self.redoable:
            raise IllegalAction("nothing_to_redo", "There is nothing to redo.")
        return {
            "board": self.redoable[-1],
            "redoable": self.redoable.without_last(),
            "undoable": self.undoable.with_next(self.board),
        }


class _Changes(TypedDict, total=False):
    """The fields of a game that an action changes."""

    board: Board
    locked: int
    undoable: History[Board]
    redoable: History[Board]
    moves: int
    shuffles: int
    shuffled: tuple[Board, ...]
    reached_ms: int
    steps: tuple[Step, ...]
    is_resigned: bool
