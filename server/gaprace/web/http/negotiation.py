"""What a client accepts, and what it has already: the negotiation of HTTP (RFC 9110, sections 12.5 and 13.1)."""

import re
from collections.abc import Iterator, Sequence

from starlette.datastructures import Headers

_WEIGHT = re.compile(r"\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", re.IGNORECASE)
_TAG = re.compile(r'(?:W/)?("[^"]*")')
_ANY = "*"


def weights(headers: Headers, name: str) -> dict[str, float]:
    """Return the weights (0 to 1) of a list such as `Accept`, by value in lower case; other parameters are ignored."""
    return dict(_weighted(",".join(headers.getlist(name))))


def _weighted(text: str) -> Iterator[tuple[str, float]]:
    for each in text.split(","):
        value, _, rest = each.partition(";")
        weight = _WEIGHT.search(f";{rest}")
        if value.strip():
            yield value.strip().lower(), float(weight[1]) if weight else 1.0


def encoding_of(headers: Headers, offered: Sequence[str]) -> str:
    """Return the accepted encoding of those offered, the best ones first; empty for none (`identity`)."""
    accepted = weights(headers, "accept-encoding")
    rest = accepted.get(_ANY, 0.0)
    best = max(offered, key=lambda each: accepted.get(each, rest), default="")
    plain = accepted.get("identity", 0.0)  # it is always accepted, and preferred only if that is said
    weight = accepted.get(best, rest) if best else 0.0
    return best if weight > 0 and weight >= plain else ""


def accepts(headers: Headers, media_type: str) -> bool:
    """Whether a client names a media type in `Accept` and prefers nothing to it. `*/*` names none."""
    accepted = weights(headers, "accept")
    weight = accepted.get(media_type, 0.0)
    return weight > 0 and weight >= max(accepted.values())


def has_already(headers: Headers, tag: str) -> bool:
    """Whether `If-None-Match` has an entity tag, compared weakly; any matches `*`."""
    known = ",".join(headers.getlist("if-none-match"))
    return known.strip() == _ANY or tag in _TAG.findall(known)
