"""What to do next, and why: an action with a reason that a program can tell in any language."""

from dataclasses import dataclass
from typing import Literal

from gaprace.rules.actions import Action
from gaprace.rules.cards import TEXT_OF, Card

Why = Literal["locks", "opens", "keeps_open", "moves", "shuffle", "back", "lost"]


@dataclass(frozen=True, slots=True)
class Advice:
    """An action and the reason for it."""

    action: Action
    why: Why
    """It `locks` `card`; `opens` the gap for `card`; `keeps_open` so many gaps (`count`); is merely what `moves`;
    nothing useful moves, so `shuffle`, or go `back`; no way from here wins any more (`lost`), so go back."""
    card: Card | None = None
    count: int | None = None
    wins_in: int | None = None
    """It begins a line of so many moves that wins without a shuffle."""

    @property
    def reason(self) -> str:
        """The reason in words."""
        about = self.count if self.card is None else TEXT_OF[self.card]
        reason = _WORDS[self.why].format(about)
        return reason if self.wins_in is None else f"{reason}; from here {_moves(self.wins_in)}"


_WORDS: dict[Why, str] = {
    "locks": "locks {}",
    "opens": "opens the gap for {}",
    "keeps_open": "keeps {} gaps open",
    "moves": "it is what moves",
    "shuffle": "nothing useful moves: shuffle",
    "back": "nothing moves, and no shuffle is left: go back",
    "lost": "no way from here wins: go back",
}


def _moves(count: int) -> str:
    return "1 move wins" if count == 1 else f"{count} moves win"
