"""The variants: one row of a table each, and what a room may change of one.

A variant is pure data. To add one, add a row; nothing else in the rules knows a variant by its name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from gaprace.errors import BadText, quoted
from gaprace.rules.cards import KING


class ShuffleWhen(StrEnum):
    """When a shuffle is allowed."""

    ANY_TIME = "any_time"
    STUCK = "stuck"


class Keeps(StrEnum):
    """What a shuffle leaves lying."""

    LOCKED_RUNS = "locked_runs"
    COMPLETE_ROWS = "complete_rows"
    NOTHING = "nothing"


class GapsAfterShuffle(StrEnum):
    """Where the gaps are after a shuffle."""

    RANDOM = "random"
    """Anywhere among the free slots."""
    AFTER_RUN = "after_run"
    """One in each row, right after what the row keeps; at its left end if it keeps nothing."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """How a variant shuffles."""

    when: ShuffleWhen
    keeps: Keeps
    gaps: GapsAfterShuffle


MAX_SHUFFLES = 9
"""The most shuffles that a custom room may allow."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of rules.

    A row of a board has one slot more than a suit has cards, so `columns` is also the top rank: 13 is a King.
    """

    name: str
    columns: int
    shuffles: int
    redeal: Redeal | None
    """`None`: there is no shuffle, and no rule for one."""
    placed_twos: bool = False
    """The opening has the 2s placed in the left column."""
    right_fill: bool = False
    """A gap also takes the card one lower than its right neighbour."""

    def customised(self, *, shuffles: int | None = None, right_fill: bool | None = None) -> Self:
        """Return this variant with a room's own number of shuffles (0 to 9) and right-neighbour fill.

        Raises:
            BadText: `bad_variant`.

        """
        if shuffles is not None and not 0 <= shuffles <= MAX_SHUFFLES:
            raise BadText("bad_variant", f"{shuffles} shuffles are not possible: choose 0 to {MAX_SHUFFLES}.")
        if shuffles and self.redeal is None:
            raise BadText(
                "bad_variant",
                f"{self.name} has no redeal to set shuffles for: choose another variant, or 0 shuffles.",
            )
        return replace(
            self,
            shuffles=self.shuffles if shuffles is None else shuffles,
            right_fill=self.right_fill if right_fill is None else right_fill,
        )

    @property
    def changes(self) -> dict[str, int | bool]:
        """What a room changed of the row of this name: `shuffles`, `right_fill`, or nothing."""
        row = VARIANTS[self.name]
        values: dict[str, int | bool] = {"shuffles": self.shuffles, "right_fill": self.right_fill}
        return {field: value for field, value in values.items() if value != getattr(row, field)}

    @property
    def is_custom(self) -> bool:
        """Whether a room changed anything. Custom games are never ranked."""
        return bool(self.changes)


_ANY_TIME_RANDOM = Redeal(ShuffleWhen.ANY_TIME, Keeps.LOCKED_RUNS, GapsAfterShuffle.RANDOM)
_STUCK_AFTER_RUN = Redeal(ShuffleWhen.STUCK, Keeps.LOCKED_RUNS, GapsAfterShuffle.AFTER_RUN)
_STUCK_ALL_RANDOM = Redeal(ShuffleWhen.STUCK, Keeps.NOTHING, GapsAfterShuffle.RANDOM)
_STUCK_UNFINISHED_ROWS = Redeal(ShuffleWhen.STUCK, Keeps.COMPLETE_ROWS, GapsAfterShuffle.AFTER_RUN)

DEFAULT_VARIANT = "addiction"

VARIANTS: Mapping[str, Variant] = {
    row.name: row
    for row in (
        Variant("addiction", columns=KING, shuffles=3, redeal=_ANY_TIME_RANDOM),
        Variant("gaps", columns=KING, shuffles=2, redeal=_STUCK_AFTER_RUN),
        Variant("montana", columns=KING, shuffles=2, redeal=_STUCK_AFTER_RUN, placed_twos=True),
        Variant("spaces", columns=KING, shuffles=2, redeal=_STUCK_ALL_RANDOM),
        Variant("paganini", columns=KING, shuffles=3, redeal=_STUCK_UNFINISHED_ROWS),
        Variant("strict", columns=KING, shuffles=0, redeal=None),
        Variant("mini", columns=7, shuffles=1, redeal=_STUCK_AFTER_RUN),
    )
}


def variant_named(name: str) -> Variant:
    """Return the row of a name.

    Raises:
        BadText: `bad_variant`.

    """
    if name not in VARIANTS:
        raise BadText("bad_variant", f"{quoted(name)} is not a variant: choose one of {', '.join(VARIANTS)}.")
    return VARIANTS[name]


def parse_variant(data: object) -> Variant:
    """Read a variant as data: `"gaps"`, or with a room's changes `{"name": "gaps", "shuffles": 5}`.

    Raises:
        BadText: `bad_variant`.

    """
    if isinstance(data, str):
        return variant_named(data)
    if not isinstance(data, Mapping) or not isinstance(data.get("name"), str):
        raise BadText("bad_variant", f'{quoted(data)} is not a variant: write "gaps", or {{"name": "gaps", ...}}.')
    changes = {field: value for field, value in data.items() if field != "name"}
    for field, value in changes.items():
        if type(value) is not _CHANGEABLE.get(field):
            raise BadText(
                "bad_variant",
                f"{quoted(field)} = {quoted(value)} cannot be set: a room sets shuffles (0 to {MAX_SHUFFLES})"
                " and right_fill (true or false).",
            )
    return variant_named(data["name"]).customised(**changes)


_CHANGEABLE: dict[object, type] = {"shuffles": int, "right_fill": bool}


def variant_data(variant: Variant) -> str | dict[str, str | int | bool]:
    """Write a variant as data: its name, or an object with the name and what a room changed."""
    return {"name": variant.name, **variant.changes} if variant.is_custom else variant.name
