"""Deals in SQL. Each is stored once, under a digest of everything in it."""

import json
from hashlib import sha256
from typing import Any

from sqlalchemy import RowMapping

from gaprace.rules.deal import Deal
from gaprace.rules.variants import parse_variant, variant_data
from gaprace.store.tables import deals

DEAL = (deals.c.variant.label("rules"), deals.c.code, deals.c.secret)
"""The columns that `stored_deal` reads."""


def deal_row(deal: Deal) -> dict[str, Any]:
    """Return a deal as a row."""
    variant = json.dumps(variant_data(deal.variant), sort_keys=True)
    digest = sha256(b"\0".join([variant.encode(), deal.code.encode(), deal.secret])).hexdigest()
    return {"id": digest, "variant": variant, "code": deal.code, "secret": deal.secret}


def stored_deal(row: RowMapping) -> Deal:
    """Read a deal from a row with the columns `DEAL`."""
    return Deal(parse_variant(json.loads(row["rules"])), row["code"], row["secret"])
