"""The possible answers to the question whether moves alone, without a shuffle, can win a position."""

from typing import Literal

Verdict = Literal["winnable", "unwinnable", "unknown"]
"""`unknown`: no search has decided it within its budget."""
