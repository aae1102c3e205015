"""Advice: the next action, and a reason for it that a client can put into words of any language."""

from dataclasses import dataclass
from typing import Literal

from gaprace.rules.actions import Action
from gaprace.rules.board import Card

Reason = Literal["locks", "opens", "keeps_open", "moves", "shuffle", "back", "lost"]
"""`locks`: it locks `card`. `opens`: it opens the gap that `card` can lock in. `keeps_open`: it leaves `count` gaps
open. `moves`: it is a legal move and nothing more. `shuffle`, `back`: nothing useful moves, so shuffle or undo.
`lost`: the position can no longer be won, so undo."""


@dataclass(frozen=True, slots=True)
class Advice:
    """An action and the reason for it."""

    action: Action
    reason: Reason
    card: Card | None = None
    """For `locks` and `opens`."""
    count: int | None = None
    """For `keeps_open`."""
    wins_in: int | None = None
    """Length of the winning line, without a shuffle, that the action begins; None if none is known."""
