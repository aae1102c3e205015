"""In the last draft, an event was a challenge whose kind followed from its empty columns, or a daily."""

import sqlalchemy as sa
from alembic.operations import Operations
from sqlalchemy.engine import Connection

from gaprace.play.events.calendar import closes_at, opens_at, reveals_at
from gaprace.play.events.event import daily_code
from gaprace.store.tables import certified_deals, deals, entries, events, games, races

_CHALLENGES = sa.table(
    "challenges",
    *map(sa.column, ("code", "deal", "player", "made_at", "ends_at", "places", "group")),
    *map(sa.column, ("ended_at", "date", "closes_at", "arena", "round")),
    sa.column("ranked", sa.Boolean),
)
_PLACES = sa.table("challenge_players", *map(sa.column, ("challenge", "player", "at", "game")))
_ARENA_PLAYERS = sa.table("arena_players", *map(sa.column, ("arena", "player", "at", "team", "out_after")))
_MAX_PLAYERS = 200
_DAILIES = sa.table(
    "dailies", *map(sa.column, ("date", "variant", "deal", "par", "harder_permille", "line", "version"))
)
_ATTEMPTS = sa.table("attempts", *map(sa.column, ("date", "variant", "player", "game")))


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
    op.add_column("races", sa.Column("event", sa.String(32)))
    op.execute("UPDATE races SET event = challenge")
    op.drop_column("races", "challenge")
    for gone in ("challenge_players", "challenges", "arena_players"):
        op.drop_table(gone)


def add_dailies(op: Operations, connection: Connection) -> None:
    """Make events of dailies, and entries of the attempts at them."""
    for row in connection.execute(sa.select(_DAILIES)).mappings().all():
        date, variant = row["date"], row["variant"]
        at = opens_at(date)
        values = {
            "code": daily_code(date, variant),
            "kind": "daily",
            "deal": row["deal"],
            "opens_at": at,
            "closes_at": closes_at(date),
            "ends_at": reveals_at(date),
            "ended_at": reveals_at(date),
            "ranked": True,
            "lifted": "end",
            "shows": "result",
            "order": "daily",
            "ends_early": False,
            "parent": variant,
            "label": date,
        }
        connection.execute(sa.insert(events).values(values))
        if row["par"] is not None:
            of_deal = sa.select(deals.c.code).where(deals.c.id == row["deal"]).scalar_subquery()
            judged = {name: row[name] for name in ("par", "harder_permille", "line", "version")}
            its = {"variant": variant, "code": of_deal, "found_at": at, "taken_at": at, **judged}
            connection.execute(sa.insert(certified_deals).values(its))
    code = _ATTEMPTS.c.date + sa.literal("-") + _ATTEMPTS.c.variant
    begun = sa.select(races.c.starts_at).join(games, games.c.race == races.c.id).where(games.c.id == _ATTEMPTS.c.game)
    played = sa.select(code, _ATTEMPTS.c.player, begun.scalar_subquery(), _ATTEMPTS.c.game)
    connection.execute(sa.insert(entries).from_select(["event", "player", "at", "game"], played))
    race = sa.select(games.c.race).where(games.c.id == _ATTEMPTS.c.game).scalar_subquery()
    for its, event in connection.execute(sa.select(race, code)).all():
        connection.execute(sa.update(races).where(races.c.id == its).values(event=event))
    op.drop_table("attempts")
    for table in ("closings", "daily_scores"):
        with op.batch_alter_table(table, table_kwargs={"sqlite_with_rowid": table == "closings"}) as altered:
            altered.drop_constraint(f"fk_{table}_date_variant_dailies", type_="foreignkey")
    op.drop_table("dailies")
