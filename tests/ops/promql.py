"""The part of PromQL that the alert rules use, evaluated on scraped texts. Anything else is an error.

An expression is a vector: values by their labels. `rate` takes two scrapes and the seconds between them; counters of
these tests are not reset.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import inf, isnan, nan
from operator import eq, ge, gt, le, lt, ne

from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]
Vector = dict[Labels, float]
_WORD = re.compile(r'\s*([A-Za-z_:][\w:]*|\d+\.?\d*[smh]?|"[^"]*"|==|!=|>=|<=|=~|[-+*/()\[\]{},<>=])')
_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "==": eq, "!=": ne, ">=": ge, "<=": le, ">": gt, "<": lt,
}  # fmt: skip


@dataclass(frozen=True)
class Scrape:
    """What a server has reported at a time, in seconds."""

    text: str
    at: float

    def samples(self) -> Iterator[tuple[str, Labels, float]]:
        for family in text_string_to_metric_families(self.text):
            for sample in family.samples:
                yield sample.name, frozenset(sample.labels.items()), sample.value


def evaluate(expression: str, before: Scrape, now: Scrape) -> Vector:
    """The value of an expression at the time of `now`."""
    words = [match.group(1) for match in _WORD.finditer(expression)]
    assert "".join(words) == re.sub(r"\s", "", expression), f"not understood: {expression}"
    parser = _Parser([*words, ""], before, now)
    value = parser.comparison()
    assert parser.word == "", f"not understood: {expression} at {parser.word}"
    return value


class _Parser:
    def __init__(self, words: list[str], before: Scrape, now: Scrape) -> None:
        self._words, self._before, self._now = words, before, now

    @property
    def word(self) -> str:
        return self._words[0]

    def take(self, expected: str = "") -> str:
        word = self._words.pop(0)
        assert not expected or word == expected, f"{word!r} instead of {expected!r}"
        return word

    def comparison(self) -> Vector:
        left = self.quotient()
        if self.word in _COMPARISONS:
            holds = _COMPARISONS[self.take()]
            limit = float(self.take())
            left = {labels: value for labels, value in left.items() if holds(value, limit)}
        if self.word == "or":
            self.take("or")
            return {**self.comparison(), **left}
        return left

    def quotient(self) -> Vector:
        left = self.term()
        if self.word != "/":
            return left
        self.take("/")
        right = self.term()
        return {key: _divided(left[key], right[key]) for key in left.keys() & right.keys()}

    def term(self) -> Vector:
        match name := self.take():
            case "sum":
                return self.sum()
            case "absent":
                return {} if self.enclosed(self.term) else {frozenset(): 1.0}
            case "rate":
                return self.enclosed(self.rate)
            case "histogram_quantile":
                return self.enclosed(self.quantile)
        return self.instant(name, self.matchers(), self._now)

    def enclosed(self, read: Callable[[], Vector]) -> Vector:
        """Read what stands between brackets."""
        self.take("(")
        value = read()
        self.take(")")
        return value

    def quantile(self) -> Vector:
        share = float(self.take())
        self.take(",")
        return _quantiles(share, self.term())

    def sum(self) -> Vector:
        kept: set[str] = set()
        if self.word == "by":
            self.take("by")
            self.take("(")
            while self.word != ")":
                kept.add(self.take())
                if self.word == ",":
                    self.take(",")
            self.take(")")
        added: Vector = {}
        for labels, value in self.enclosed(self.term).items():
            key = frozenset(label for label in labels if label[0] in kept)
            added[key] = added.get(key, 0.0) + value
        return added

    def rate(self) -> Vector:
        name, matchers = self.take(), self.matchers()
        self.take("[")
        assert re.fullmatch(r"\d+[smh]", self.take())
        self.take("]")
        before = self.instant(name, matchers, self._before)
        seconds = self._now.at - self._before.at
        now = self.instant(name, matchers, self._now)
        return {labels: (value - before.get(labels, 0.0)) / seconds for labels, value in now.items()}

    def matchers(self) -> list[tuple[str, str, str]]:
        found: list[tuple[str, str, str]] = []
        if self.word != "{":
            return found
        self.take("{")
        while self.word != "}":
            found.append((self.take(), self.take(), self.take().strip('"')))
            if self.word == ",":
                self.take(",")
        self.take("}")
        return found

    @staticmethod
    def instant(name: str, matchers: list[tuple[str, str, str]], scrape: Scrape) -> Vector:
        def matches(labels: Labels) -> bool:
            values = dict(labels)
            return all(
                values.get(label, "") == wanted if how == "=" else re.fullmatch(wanted, values.get(label, ""))
                for label, how, wanted in matchers
            )

        return {labels: value for each, labels, value in scrape.samples() if each == name and matches(labels)}


def _divided(left: float, right: float) -> float:
    return left / right if right else nan


def _quantiles(share: float, buckets: Vector) -> Vector:
    """As Prometheus does: linear within a bucket; of the last one, its lower bound."""
    groups: dict[Labels, dict[float, float]] = {}
    for labels, value in buckets.items():
        bound = float(dict(labels)["le"])
        groups.setdefault(frozenset(label for label in labels if label[0] != "le"), {})[bound] = value
    found = {labels: _quantile(share, counts) for labels, counts in groups.items()}
    return {labels: value for labels, value in found.items() if not isnan(value)}


def _quantile(share: float, counts: Mapping[float, float]) -> float:
    total = counts[inf]
    if not total:
        return nan
    wanted = share * total
    bounds = [0.0, *sorted(counts)]
    for lower, upper in pairwise(bounds):
        if counts[upper] >= wanted:
            below = counts.get(lower, 0.0)
            return lower if upper == inf else lower + (upper - lower) * (wanted - below) / (counts[upper] - below)
    raise AssertionError
