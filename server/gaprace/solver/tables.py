"""The evaluation's numbers, read from the package when first asked for: the solver itself reads no files.

`server/solver/tables.npz` has, for the widths that were trained, the arrays `pairs_13` and `follows_13`. They were made
from nothing by `python -m gaprace.solver.training train tables.npz`, which makes the same ones on every machine.
"""

from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from gaprace.solver.evaluation import Evaluation, simple_evaluation


@cache
def evaluation_for(columns: int) -> Evaluation:
    """Return the evaluation for boards of so many columns: the trained one, or else the simple one."""
    with np.load(BytesIO(files("gaprace.solver").joinpath("tables.npz").read_bytes())) as tables:
        if f"pairs_{columns}" not in tables:
            return simple_evaluation(columns)
        return Evaluation(tables[f"pairs_{columns}"], tables[f"follows_{columns}"])
