"""Deals in SQL. Each is stored once, under a digest of everything in it."""

import json
from functools import lru_cache
from hashlib import sha256
from typing import Any

from sqlalchemy import RowMapping

from gaprace.rules.deal import Deal
from gaprace.rules.draw import SEED_BYTES, Draw, Origin
from gaprace.rules.variants import Variant, parse_variant, variant_data
from gaprace.store.tables import deals

DEAL = (deals.c.variant.label("rules"), deals.c.code, deals.c.secret, deals.c.origin, deals.c.seeds)
"""The columns that `stored_deal` reads."""


def variant_text(variant: Variant) -> str:
    """Return a variant as it stands in a row."""
    return json.dumps(variant_data(variant), sort_keys=True)


def deal_row(deal: Deal) -> dict[str, Any]:
    """Return a deal as a row."""
    variant = variant_text(deal.variant)
    origin, seeds = deal.draw.origin.text, b"".join(deal.draw.seeds)
    digest = sha256(b"\0".join([variant.encode(), deal.code.encode(), deal.secret, origin.encode(), seeds])).hexdigest()
    return {
        "id": digest,
        "variant": variant,
        "code": deal.code,
        "secret": deal.secret,
        "origin": origin,
        "seeds": seeds,
    }


def stored_deal(row: RowMapping) -> Deal:
    """Read a deal from a row with the columns `DEAL`."""
    return Deal(stored_variant(row["rules"]), row["code"], row["secret"], _stored_draw(row))


@lru_cache(maxsize=256)
def stored_variant(rules: str) -> Variant:
    """Read a variant from the first of the columns `DEAL`. Many deals have the same one."""
    return parse_variant(json.loads(rules))


def _stored_draw(row: RowMapping) -> Draw:
    seeds = row["seeds"]
    parts = tuple(seeds[at : at + SEED_BYTES] for at in range(0, len(seeds), SEED_BYTES))
    return Draw(Origin.parse(row["origin"]), parts)
