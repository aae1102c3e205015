"""In the last draft, an event was a challenge whose kind followed from its empty columns."""

import sqlalchemy as sa
from alembic.operations import Operations
from sqlalchemy.engine import Connection

from gaprace.store.tables import entries, events

_CHALLENGES = sa.table(
    "challenges",
    *map(sa.column, ("code", "deal", "player", "made_at", "ends_at", "places", "group")),
    *map(sa.column, ("ended_at", "date", "closes_at", "arena", "round")),
    sa.column("ranked", sa.Boolean),
)
_PLACES = sa.table("challenge_players", *map(sa.column, ("challenge", "player", "at", "game")))
_ARENA_PLAYERS = sa.table("arena_players", *map(sa.column, ("arena", "player", "at", "team", "out_after")))
_MAX_PLAYERS = 200


def add_events(op: Operations, connection: Connection) -> None:
    """Make events and entries of challenges, of their places, and of the players of arenas."""
    for table in (events, entries):
        table.create(connection)
    of = _CHALLENGES.c
    is_daily, is_round = of.date.is_not(None), of.arena.is_not(None)
    kind = sa.case((is_daily, "group_daily"), (is_round, "round"), else_="challenge")
    values = {
        "code": of.code,
        "kind": kind,
        "deal": of.deal,
        "player": of.player,
        "opens_at": of.made_at,
        "closes_at": sa.func.coalesce(of.closes_at, of.ends_at),
        "ends_at": of.ends_at,
        "ended_at": of.ended_at,
        "ranked": of.ranked,
        "lifted": sa.case((of.ranked, "end"), else_="own_game"),
        "shows": sa.case((is_daily, "result"), else_="seat"),
        "order": sa.case((sa.or_(is_daily, is_round), "duplicate"), else_="race"),
        "places": of.places,
        "limit": sa.func.coalesce(of.places, sa.case((is_round, sa.null()), else_=_MAX_PLAYERS)),
        "ends_early": sa.case((is_daily, sa.false()), else_=sa.or_(sa.not_(is_round), of.places.is_not(None))),
        "group": of.group,
        "parent": of.arena,
        "label": sa.func.coalesce(of.date, sa.cast(of.round, sa.String), ""),
    }
    connection.execute(sa.insert(events).from_select([*values], sa.select(*values.values())))
    for source, columns in (
        (_PLACES, ("challenge", "player", "at", "game")),
        (_ARENA_PLAYERS, ("arena", "player", "at", "team", "out_after")),
    ):
        names = ["event", *columns[1:]]
        connection.execute(sa.insert(entries).from_select(names, sa.select(*(source.c[name] for name in columns))))
    op.execute("ALTER TABLE races RENAME COLUMN challenge TO event")
    for gone in ("challenge_players", "challenges", "arena_players"):
        op.drop_table(gone)
