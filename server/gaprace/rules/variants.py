"""The variants, one row of a table each, and the changes that a custom room can make.

A variant is pure data. To add one, add a row: nothing else in the rules knows a variant by its name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from gaprace.errors import BadText, quoted
from gaprace.rules.board import KING


class ShuffleWhen(StrEnum):
    """When a shuffle is allowed."""

    ANY_TIME = "any_time"
    STUCK = "stuck"


class Keeps(StrEnum):
    """The cards that a shuffle leaves in place."""

    LOCKED_RUNS = "locked_runs"
    COMPLETE_ROWS = "complete_rows"
    NOTHING = "nothing"


class GapsAfterShuffle(StrEnum):
    """Where a shuffle puts the gaps."""

    RANDOM = "random"
    """Anywhere among the free slots."""
    AFTER_RUN = "after_run"
    """One in each row, right after the cards that the row keeps, or at its left end if it keeps none."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """How a variant shuffles."""

    when: ShuffleWhen
    keeps: Keeps
    gaps: GapsAfterShuffle


MAX_SHUFFLES = 9
"""The largest number of shuffles that a custom room can allow."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of rules.

    A row of a board has one slot more than a suit has cards, so `columns` is also the top rank: 13 is a King.
    """

    name: str
    columns: int
    shuffles: int
    redeal: Redeal | None
    """None if the variant has no shuffles."""
    placed_twos: bool = False
    """Whether the opening has the 2s in the left column, in suit order from the top row."""
    right_fill: bool = False
    """Whether a gap also takes the card one lower than its right neighbour."""

    def customised(self, *, shuffles: int | None = None, right_fill: bool | None = None) -> Self:
        """Return this variant with another number of shuffles (0 to 9) or right-neighbour fill; None keeps its own.

        Raises BadText `bad_variant`.
        """
        if shuffles is not None and not 0 <= shuffles <= MAX_SHUFFLES:
            raise BadText("bad_variant", f"{shuffles} shuffles are not possible: choose 0 to {MAX_SHUFFLES}.")
        if shuffles and self.redeal is None:
            raise BadText(
                "bad_variant",
                f"{self.name} has no shuffles: choose another variant, or 0 shuffles.",
            )
        return replace(
            self,
            shuffles=self.shuffles if shuffles is None else shuffles,
            right_fill=self.right_fill if right_fill is None else right_fill,
        )

    @property
    def changes(self) -> dict[str, int | bool]:
        """The values that differ from the table's row of this name, by field: `shuffles`, `right_fill`."""
        row = VARIANTS[self.name]
        values: dict[str, int | bool] = {"shuffles": self.shuffles, "right_fill": self.right_fill}
        return {field: value for field, value in values.items() if value != getattr(row, field)}

    @property
    def is_custom(self) -> bool:
        """Whether anything was changed. Custom games are never ranked."""
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
    """Return the variant of a name. Raises BadText `bad_variant`."""
    if name not in VARIANTS:
        raise BadText("bad_variant", f"{quoted(name)} is not a variant: choose one of {', '.join(VARIANTS)}.")
    return VARIANTS[name]


def parse_variant(data: object) -> Variant:
    """Return a variant from decoded JSON: `"gaps"`, or with changes `{"name": "gaps", "shuffles": 5}`.

    Raises BadText `bad_variant`.
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
                f"{quoted(field)} = {quoted(value)} cannot be set: a room can set shuffles (0 to {MAX_SHUFFLES})"
                " and right_fill (true or false).",
            )
    return variant_named(data["name"]).customised(**changes)


_CHANGEABLE: dict[object, type] = {"shuffles": int, "right_fill": bool}


def variant_data(variant: Variant) -> str | dict[str, str | int | bool]:
    """Return a variant as JSON data: its name, or an object with its name and its changes."""
    return {"name": variant.name, **variant.changes} if variant.is_custom else variant.name
