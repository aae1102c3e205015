"""The evaluation tables, read from the package on first use. The rest of the solver reads no files.

`tables.npz` has, for every trained width, the arrays `pairs_13` and `follows_13` (here for 13 columns). They were made
from scratch by `python -m tools.training train tables.npz`, which makes the same ones on every machine.
"""

from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from gaprace.solver.evaluation import Evaluation, simple_evaluation


@cache
def evaluation_for(columns: int) -> Evaluation:
    """Return the evaluation for boards of `columns` columns: the trained one, or the simple one if there is none."""
    with np.load(BytesIO(files("gaprace.solver").joinpath("tables.npz").read_bytes())) as tables:
        if f"pairs_{columns}" not in tables:
            return simple_evaluation(columns)
        return Evaluation(tables[f"pairs_{columns}"], tables[f"follows_{columns}"])
