"""From the tables of the last draft to those of 1.0.

Databases of the drafts have revisions of four digits. The last of them is recognised and converted, in the transaction
of the migration; older ones have to pass through it first.
"""

import zlib
from io import BytesIO
from itertools import accumulate
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Boolean, Column, Integer, RowMapping, not_, select, update
from sqlalchemy.engine import Connection

from gaprace.play.events.event import daily_code
from gaprace.play.events.windows import window_of
from gaprace.rules.actions import ControlAction, was_resigned
from gaprace.rules.board import TEXT_OF, parse_board
from gaprace.rules.game import Game
from gaprace.store.deals import DEAL, stored_deal, stored_variant
from gaprace.store.puzzles import event_row_of
from gaprace.store.tables import (
    actions,
    certified_deals,
    deals,
    entries,
    events,
    games,
    metadata,
    races,
)
from gaprace.wire import MAX_SEATS, EventKind, EventRoom

LAST_DRAFT = "0042"
COMMIT_OF_LAST_DRAFT = "19e6a311"
_ROOMS = sa.table("rooms", sa.column("code"), sa.column("state", sa.LargeBinary))
LAST_JUDGEMENT = 6
"""The last version of the solver's judgement in the drafts: the first one of 1.0."""
_GAMES = sa.table("games", sa.column("id"), sa.column("packed", sa.LargeBinary))
_CONTROLS, _FIRST_CONTROL = tuple(sorted(ControlAction)), 0xF0
_DEALS = sa.table("deals", sa.column("origin", sa.String), sa.column("seeds", sa.LargeBinary))


def convert(connection: Connection) -> None:
    """Turn the tables of the last draft into those of the first migration; data that has a place there is kept."""
    operations = Operations(MigrationContext.configure(connection))
    _draw_all_deals(operations)
    for gone in ("cursors", "passkeys", "predictions", "storm_bests", "storm_puzzles", "storms"):
        operations.drop_table(gone)
    operations.drop_column("decisions", "storm")
    operations.add_column("players", sa.Column("zone", sa.String(40)))
    _forget_puzzle_ratings(operations)
    _convert_rooms(connection)
    empty_outbox(operations)
    add_given_up(operations, connection)
    _rate_anew(operations)
    _note_flags(operations)
    add_events(operations, connection)
    add_dailies(operations, connection)
    add_puzzles_of_days(operations, connection)
    _note_kinds(operations, connection)
    _forget_key_of_actions(operations, connection)
    metadata.create_all(connection)  # those that are new
    operations.drop_column("games", "waits_ms")
    operations.add_column("games", sa.Column("recorded", sa.String(32)))
    operations.add_column("players", sa.Column("recorded_as", sa.String(16), nullable=False, server_default="name"))
    operations.add_column("groups", sa.Column("division_size", sa.SmallInteger(), nullable=False, server_default="0"))
    operations.add_column("races", sa.Column("group", sa.String(16)))
    for index in [*games.indexes, *deals.indexes, *races.indexes]:
        if index.name in {"ix_deals_code", "ix_games_recorded", "ix_games_rivals", "ix_races_of_group"}:
            index.create(connection)


def _forget_key_of_actions(operations: Operations, connection: Connection) -> None:
    stored = [dict(row) for row in connection.execute(select(actions)).mappings()]
    operations.drop_table("actions")
    actions.create(connection)
    if stored:
        connection.execute(sa.insert(actions), stored)


def _rate_anew(operations: Operations) -> None:
    """Queue all ratings and their places to be recomputed, by the rules of 1.0."""
    operations.add_column("games", sa.Column("kin", sa.SmallInteger(), nullable=False, server_default="0"))
    operations.execute("DELETE FROM recomputations")
    operations.execute(
        "INSERT INTO recomputations (variant, at, race) SELECT DISTINCT variant, 0, '' FROM rating_changes"
    )


def _note_flags(operations: Operations) -> None:
    operations.add_column("examinations", sa.Column("noted", sa.Boolean(), nullable=False, server_default=sa.false()))
    operations.execute("UPDATE examinations SET noted = flagged")
    with operations.batch_alter_table("examinations") as examinations:
        examinations.alter_column("noted", existing_type=sa.Boolean(), server_default=None)
    is_noted = sa.text("noted")
    operations.create_index(
        "ix_examinations_noted", "examinations", ["asked_at", "game"], sqlite_where=is_noted, postgresql_where=is_noted
    )


def _forget_puzzle_ratings(operations: Operations) -> None:
    for index, table in (("rating_id", "puzzles"), ("untried", "puzzles"), ("open", "puzzle_tries")):
        operations.drop_index(f"ix_{table}_{index}", table)
    for table, columns in (
        ("puzzles", ("rating", "deviation", "volatility", "solved", "lessons")),
        ("puzzle_tries", ("kind", "rating_after", "change")),
    ):
        for column in columns:
            operations.drop_column(table, column)
    operations.drop_table("puzzle_players")
    operations.create_index("ix_puzzles_made_at_id", "puzzles", ["made_at", "id"])
    is_untried = sa.text("tries = 0")
    operations.create_index(
        "ix_puzzles_untried", "puzzles", ["made_at"], sqlite_where=is_untried, postgresql_where=is_untried
    )


def _convert_rooms(connection: Connection) -> None:
    """Remove from the documents of rooms what would be refused. Closed rooms have none."""
    for code, state in connection.execute(sa.select(_ROOMS).where(_ROOMS.c.state != b"")).all():
        room = msgspec.json.decode(state)
        _convert_room(room)
        converted = msgspec.json.encode(room)
        connection.execute(sa.update(_ROOMS).where(_ROOMS.c.code == code).values(state=converted))


def _convert_room(room: dict[str, Any]) -> None:
    room.pop("forms", None)
    view = room["view"]
    view.pop("expected_s", None)
    settings = view["settings"]
    settings.pop("handicap", None)
    if settings.get("seats", 0) > MAX_SEATS:
        settings["seats"] = MAX_SEATS
    if event := _event_of(view.pop("daily", None), view.pop("challenge", None)):
        view["event"] = msgspec.to_builtins(event)
    race = view.get("race") or {}
    if race.get("unranked") == "handicap":
        del race["unranked"]
    for seat in race.get("seats", ()):
        seat.pop("waits_ms", None)


def _event_of(daily: dict[str, Any] | None, challenge: dict[str, Any] | None) -> EventRoom | None:
    """Return what a room was made for."""
    if daily:
        key = (daily["date"], daily["variant"])
        is_ranked, ends_at = daily["ranked"], window_of(daily["date"]).ends_at
        return EventRoom(daily_code(*key), "daily", is_ranked, ends_at, not is_ranked, *key)
    if challenge is None:
        return None
    group, _, date = challenge.get("group_daily", "").partition("/")
    arena = challenge.get("arena", "")
    kind: EventKind = "round" if arena else "group_daily" if group else "challenge"
    same = (challenge["ranked"], challenge["ends_at"])
    return EventRoom(challenge["code"], kind, *same, label=date, parent=arena or group)


def _draw_all_deals(operations: Operations) -> None:
    """Let deals without an origin count as chosen, and certificates of the last judgement as those of the first."""
    operations.execute(_DEALS.update().where(_DEALS.c.origin.is_(None)).values(origin="chosen", seeds=b""))
    with operations.batch_alter_table("deals") as deals:
        deals.alter_column("origin", existing_type=sa.String(16), nullable=False)
        deals.alter_column("seeds", existing_type=sa.LargeBinary(), nullable=False)
    for name in ("dailies", "certified_deals"):
        certified = sa.table(name, sa.column("version", sa.Integer))
        is_last = certified.c.version == LAST_JUDGEMENT
        known = certified.c.version.is_not(None)
        operations.execute(certified.update().where(known).values(version=sa.case((is_last, 1), else_=0)))


def empty_outbox(operations: Operations) -> None:
    """Keep webhooks and the browsers of players, without the tables of their messages."""
    for gone in ("letters", "push_events", "push_messages"):
        operations.drop_table(gone)
    operations.execute("DELETE FROM webhooks WHERE kind IN ('matrix', 'teams')")
    with operations.batch_alter_table("webhooks") as webhooks:
        webhooks.alter_column("next_at", existing_type=sa.BigInteger(), nullable=True)
    _make_channels_of_browsers(operations)


def _make_channels_of_browsers(operations: Operations) -> None:
    operations.drop_index("ix_push_subscriptions_streak_at", "push_subscriptions")
    with operations.batch_alter_table("push_subscriptions") as browsers:
        browsers.alter_column("streak_at", new_column_name="next_at", existing_type=sa.BigInteger())
        browsers.add_column(sa.Column("paused", sa.String(16), nullable=False, server_default=""))
        browsers.add_column(sa.Column("failures", sa.Integer(), nullable=False, server_default="0"))
        browsers.add_column(sa.Column("failure", sa.String(32), nullable=False, server_default=""))
        browsers.add_column(sa.Column("delivered_at", sa.BigInteger()))
        browsers.add_column(sa.Column("rests_until", sa.BigInteger(), nullable=False, server_default="0"))
        browsers.add_column(sa.Column("owned_until", sa.BigInteger()))
    with operations.batch_alter_table("push_subscriptions") as browsers:
        for filled in ("paused", "failures", "failure", "rests_until"):
            browsers.alter_column(filled, server_default=None)
    operations.create_index("ix_push_subscriptions_next_at", "push_subscriptions", ["next_at"])


def add_given_up(op: Operations, connection: Connection) -> None:
    """Add the columns of results since the drafts, and fill `games.given_up`."""
    op.add_column("games", Column("given_up", Boolean))
    op.add_column("games", Column("delay_ms", Integer))
    _unpack_games(op, connection)
    _find_boards(connection)
    connection.execute(update(games).where(games.c.ended_at.is_not(None)).values(given_up=False))
    ended = (
        select(games.c.id, games.c.shuffles, games.c.transcript, games.c.last_board, deals.c.variant.label("rules"))
        .join(races, races.c.id == games.c.race)
        .join(deals, deals.c.id == races.c.deal)
        .where(games.c.ended_at.is_not(None), not_(games.c.won))
    )
    given_up = [row["id"] for row in connection.execute(ended).mappings() if _was_given_up(row)]
    for game in given_up:
        connection.execute(update(games).where(games.c.id == game).values(given_up=True))


def _unpack_games(op: Operations, connection: Connection) -> None:
    packed = sa.select(_GAMES.c.id, _GAMES.c.packed).where(_GAMES.c.packed.is_not(None))
    for game, data in connection.execute(packed).all():
        transcript, boards = unpacked(data)
        last, _, shuffled = boards.partition(" ")
        texts = {"transcript": transcript, "last_board": last or None, "shuffled_boards": shuffled}
        connection.execute(update(games).where(games.c.id == game).values(texts))
    op.drop_index("ix_games_unpacked", "games")
    op.drop_column("games", "packed")


def unpacked(data: bytes) -> tuple[str, str]:
    """Return the transcript of a game that a draft has packed, and its last board and those after its shuffles."""
    inflated = BytesIO(zlib.decompress(data[1:], -zlib.MAX_WBITS))
    if data[0] == 0:  # texts
        transcript, _, boards = inflated.read().decode().partition("\n")
        return transcript, boards
    tokens = [_token(inflated) for _ in range(_number(inflated))]
    times = accumulate(_number(inflated) for _ in tokens)
    timed = " ".join(f"{token}:{ms}" for token, ms in zip(tokens, [*times], strict=True))
    return timed, inflated.read().decode()


def _token(data: BytesIO) -> str:
    (first,) = data.read(1)
    return _CONTROLS[first - _FIRST_CONTROL] if first >= _FIRST_CONTROL else f"{TEXT_OF[first]}@{data.read(1)[0]}"


def _number(data: BytesIO) -> int:
    """Read a number in LEB128."""
    (part,) = data.read(1)
    return part if part < 1 << 7 else part - (1 << 7) + (_number(data) << 7)


def _find_boards(connection: Connection) -> None:
    query = (
        select(games.c.id, games.c.transcript, *DEAL)
        .join(races, races.c.id == games.c.race)
        .join(deals, deals.c.id == races.c.deal)
        .where(games.c.ended_at.is_not(None), games.c.last_board.is_(None))
    )
    for row in connection.execute(query).mappings().all():
        game = Game.replay(stored_deal(row), row["transcript"])
        texts = {"last_board": game.board.text, "shuffled_boards": " ".join(each.text for each in game.shuffled)}
        connection.execute(update(games).where(games.c.id == row["id"]).values(texts))


def _was_given_up(row: RowMapping) -> bool:
    variant = stored_variant(row["rules"])
    if not was_resigned(row["transcript"]):
        return False
    if row["shuffles"] < variant.shuffles:
        return True
    board = parse_board(row["last_board"], variant.columns)
    return not board.is_stuck(right_fill=variant.right_fill)


def _note_kinds(op: Operations, connection: Connection) -> None:
    """Note of each game its variant and what it is part of, and index that."""
    op.drop_index("ix_games_of_player", "games")
    for name in ("variant", "kind"):
        op.add_column("games", Column(name, sa.String(16), nullable=False, server_default=""))
    its_race = races.c.id == games.c.race
    rules = sa.select(races.c.id, deals.c.variant).join(deals, deals.c.id == races.c.deal)
    for race, text in connection.execute(rules).all():
        change = update(games).where(games.c.race == race)
        connection.execute(change.values(variant=stored_variant(text).name))
    others = games.alias()
    is_race = sa.exists().where(others.c.race == games.c.race, others.c.id != games.c.id)
    of_event = select(events.c.kind).join(races, races.c.event == events.c.code).where(its_race).scalar_subquery()
    kind = sa.func.coalesce(of_event, sa.case((is_race, "race"), else_="solo"))
    connection.execute(update(games).values(kind=kind))
    with op.batch_alter_table("games") as altered:
        for name in ("variant", "kind"):
            altered.alter_column(name, existing_type=sa.String(16), server_default=None)
    (index,) = (each for each in games.indexes if each.name == "ix_games_of_player")
    op.create_index("ix_games_of_player", "games", [column.name for column in index.columns])


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
_PUZZLE_DAYS = sa.table("puzzle_days", sa.column("date"), sa.column("puzzle"))
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


def add_puzzles_of_days(op: Operations, connection: Connection) -> None:
    """Make events of the puzzles of dates."""
    rows = [event_row_of(date, puzzle) for date, puzzle in connection.execute(sa.select(_PUZZLE_DAYS)).all()]
    if rows:
        connection.execute(sa.insert(events), rows)
    op.drop_table("puzzle_days")


def add_dailies(op: Operations, connection: Connection) -> None:
    """Make events of dailies, and entries of the attempts at them."""
    for row in connection.execute(sa.select(_DAILIES)).mappings().all():
        date, variant = row["date"], row["variant"]
        window = window_of(date)
        values = {
            "code": daily_code(date, variant),
            "kind": "daily",
            "deal": row["deal"],
            **window._asdict(),
            "ended_at": window.ends_at,
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
            its = {
                "variant": variant,
                "code": of_deal,
                "found_at": window.opens_at,
                "taken_at": window.opens_at,
                **judged,
            }
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
