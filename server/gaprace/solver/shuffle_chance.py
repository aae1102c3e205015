"""The chance to win by a shuffle: that of a strong player, given the cards that it keeps.

A shuffle deals all cards anew but those that it keeps, and where a variant fixes its gaps, they lie behind these. The
rules treat all rows alike, and all suits. So before a shuffle is made, its chance depends only on the lengths of the
runs that it keeps, one a row, in any order, and on the number of shuffles left: 1 820 states for 13 columns, and 210
for 7.

The chance of each is a logistic regression on the terms of `terms_of_runs`, whose coefficients are in
`shuffle_chances.json`. `python -m tools.training shuffles` fits them to shuffles that the player of
`gaprace.solver.policy` has played out.
"""

from functools import cache
from importlib.resources import files

import msgspec
import numpy as np
from numpy.typing import NDArray

from gaprace.rules.board import LOWEST_RANK, ROWS
from gaprace.rules.variants import Keeps, Variant
from gaprace.solver.encoding import RANK_BITS, Bytes, Ints, encoding_of

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class ValueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `shuffle_chances.json`."""

    origin: str
    """The command that makes it."""
    variants: dict[str, list[list[float]]]
    """The coefficients of each variant by shuffles left, from 1."""


def kept_runs(rows: Bytes, variant: Variant) -> Ints:
    """Return the lengths of the runs that a shuffle would keep, for each encoded board: boards x rows."""
    stride, found = encoding_of(variant.columns).stride, np.zeros((len(rows), ROWS), dtype=np.intp)
    for number in range(ROWS):
        first = rows[:, 1 + number * stride]
        is_locked = (first & RANK_BITS) == LOWEST_RANK
        for step in range(variant.columns):
            is_locked = is_locked & (rows[:, 1 + number * stride + step] == first + step)
            found[:, number] += is_locked
    keeps = variant.redeal.keeps if variant.redeal else Keeps.NOTHING
    complete = found * (found == variant.columns - 1)
    kept: Ints = {Keeps.LOCKED_RUNS: found, Keeps.COMPLETE_ROWS: complete, Keeps.NOTHING: found * 0}[keeps]
    return kept


def stuck_among(rows: Bytes, variant: Variant) -> Flags:
    """Return which of some encoded boards are stuck."""
    places = encoding_of(variant.columns).places
    left = rows[:, places - 1]
    takes = (left != 0) & ((left & RANK_BITS) != variant.columns)
    if variant.right_fill:
        takes |= (rows[:, places + 1] & RANK_BITS) > LOWEST_RANK
    return np.asarray(~((rows[:, places] == 0) & takes).any(axis=1))


def terms_of_runs(runs: Ints, columns: int) -> Floats:
    """Return what the coefficients are multiplied by, for boards x rows: boards x terms.

    They are 1; the number of rows with each length; the same once more where every row has its 2, since then no 2 can
    move any more; whether none, one, two ... rows are without a 2; and the share of cards kept, and its square.
    """
    lengths = (runs[:, :, None] == np.arange(columns)).sum(axis=1).astype(np.float64)
    without = (lengths[:, :1] == np.arange(ROWS + 1)).astype(np.float64)
    share = runs.sum(axis=1, keepdims=True) / (ROWS * (columns - 1))
    return np.hstack([np.ones_like(share), lengths, lengths * without[:, :1], without, share, share**2])


@cache
def values_for(variant_name: str, columns: int) -> Floats:
    """Return the chances of a variant: shuffles left less 1 x the length of the kept run in each of the four rows."""
    text = files("gaprace.solver").joinpath("shuffle_chances.json").read_bytes()
    return values_of(msgspec.json.decode(text, type=ValueFile).variants[variant_name], columns)


def values_of(coefficients: list[list[float]], columns: int) -> Floats:
    """Return the chances that coefficients stand for, by shuffles left and the length of each row."""
    runs = np.indices((columns,) * ROWS).reshape(ROWS, -1).T
    logits = terms_of_runs(runs, columns) @ np.array(coefficients).reshape(len(coefficients), -1).T
    return np.asarray((1 / (1 + np.exp(-logits))).T.reshape(-1, *(columns,) * ROWS))


def chances_after(runs: Ints, variant: Variant, shuffles_left: int) -> Floats:
    """Return the chance to win by a shuffle that keeps some runs (boards x rows), with `shuffles_left` from 1.

    A custom variant counts as the one that it is made of, with as many shuffles as that has at most.
    """
    values = values_for(variant.name, variant.columns)
    return np.asarray(values[min(shuffles_left, len(values)) - 1][tuple(runs.T)])
