"""The evaluation's numbers, read from the package when first asked for: the solver itself reads no files.

`server/solver/tables.npz` has, for the widths that were trained, the arrays `pairs_13` and `follows_13`. Those were
fitted by a compiled prototype of this search, which is not part of the project: a listwise ranker of the same entries,
in several rounds, first on boards of ways to a win, then on boards labelled by search. The same in Python, from
nothing and to the same bytes on every machine, is `python -m server.solver_training train`; it has not been run long
enough to give as strong ones (README).
"""

from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from server.solver.evaluation import Evaluation, simple_evaluation


@cache
def evaluation_for(columns: int) -> Evaluation:
    """Give the evaluation for boards of so many columns: the trained one, or else the simple one."""
    with np.load(BytesIO(files("server.solver").joinpath("tables.npz").read_bytes())) as tables:
        if f"pairs_{columns}" not in tables:
            return simple_evaluation(columns)
        return Evaluation(tables[f"pairs_{columns}"], tables[f"follows_{columns}"])
