"""The part of PromQL that the alert rules use, evaluated on scraped texts. Anything else is an error.

An expression is a vector: values by their labels. `rate` takes two scrapes and the seconds between them; counters of
these tests are not reset. Python reads the expressions, once metrics and `sum` are written as calls.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import inf, isnan, nan
from operator import eq, ge, gt, le, lt, ne

from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]
Matcher = tuple[str, str, str]
_METRIC = re.compile(r"\b((?:gaprace|process)_\w+|up)\b(?:\{([^}]*)\})?(\[\d+[smh]\])?")
_MATCHER = re.compile(r'(\w+)(=~?)"([^"]*)"')
_SUM = re.compile(r"\bsum(?: by \(([\w, ]+)\) )?\(")


class Vector(dict[Labels, float]):
    """Values by their labels. A comparison keeps those for which it holds."""

    def __truediv__(self, other: "Vector") -> "Vector":
        """Divide what has the same labels."""
        return Vector({key: self[key] / other[key] if other[key] else nan for key in self.keys() & other.keys()})

    def kept(self, holds: Callable[[float, float], bool], limit: float) -> "Vector":
        return Vector({labels: value for labels, value in self.items() if holds(value, limit)})


for _name, _operator in {"eq": eq, "ne": ne, "ge": ge, "gt": gt, "le": le, "lt": lt}.items():
    setattr(Vector, f"__{_name}__", lambda self, limit, holds=_operator: self.kept(holds, limit))


@dataclass(frozen=True)
class Scrape:
    """What a server has reported at a time, in seconds."""

    text: str
    at: float

    def samples(self) -> list[tuple[str, Labels, float]]:
        families = text_string_to_metric_families(self.text)
        return [
            (each.name, frozenset(each.labels.items()), each.value) for family in families for each in family.samples
        ]

    def vector(self, name: str, matchers: list[Matcher]) -> Vector:
        def matches(labels: Mapping[str, str]) -> bool:
            return all(
                labels.get(label, "") == wanted if how == "=" else re.fullmatch(wanted, labels.get(label, ""))
                for label, how, wanted in matchers
            )

        return Vector(
            {labels: value for each, labels, value in self.samples() if each == name and matches(dict(labels))}
        )


def evaluate(expression: str, before: Scrape, now: Scrape) -> Vector:
    """The value of an expression at the time of `now`."""

    def at(name: str, matchers: list[Matcher]) -> Vector:
        return now.vector(name, matchers)

    def over(name: str, matchers: list[Matcher]) -> Callable[[], Vector]:
        earlier, seconds = before.vector(name, matchers), now.at - before.at
        rates = {key: (value - earlier.get(key, 0)) / seconds for key, value in at(name, matchers).items()}
        return lambda: Vector(rates)

    def call(metric: re.Match[str]) -> str:
        matchers = _MATCHER.findall(metric[2] or "")
        assert ",".join(f'{label}{how}"{wanted}"' for label, how, wanted in matchers) == (metric[2] or ""), metric[0]
        return f"{'over' if metric[3] else 'at'}({metric[1]!r}, {matchers})"

    known = {"at": at, "over": over, "rate": lambda counted: counted(), "absent": _absent, "total": _total}
    known |= {"histogram_quantile": _quantiles}
    found = Vector()
    for alternative in reversed(expression.split(" or ")):
        python = _SUM.sub(lambda kept: f"total({(kept[1] or '')!r}, ", _METRIC.sub(call, alternative))
        found |= eval(python, {"__builtins__": {}}, known)  # noqa: S307 (of our own documents)
    return found


def _absent(vector: Vector) -> Vector:
    return Vector() if vector else Vector({frozenset(): 1.0})


def _total(kept: str, vector: Vector) -> Vector:
    added = Vector()
    for labels, value in vector.items():
        key = frozenset(label for label in labels if label[0] in kept.split(", "))
        added[key] = added.get(key, 0.0) + value
    return added


def _quantiles(share: float, buckets: Vector) -> Vector:
    """As Prometheus does: linear within a bucket; of the last one, its lower bound."""
    groups: dict[Labels, dict[float, float]] = {}
    for labels, value in buckets.items():
        bound = float(dict(labels)["le"])
        groups.setdefault(frozenset(label for label in labels if label[0] != "le"), {})[bound] = value
    found = {labels: _quantile(share, counts) for labels, counts in groups.items()}
    return Vector({labels: value for labels, value in found.items() if not isnan(value)})


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
