"""The migration from the tables of the last draft to those of 1.0.

Databases of the drafts have revisions of four digits. The rows of the last of them are set aside, the first migration
makes its tables, and the rows come back into the columns that are there, in one transaction. Databases of older drafts
have to pass through the last one first.
"""

import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from itertools import accumulate
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import ColumnElement, RowMapping, TableClause
from sqlalchemy.engine import Connection

from gaprace.play.events.event import daily_code
from gaprace.play.events.windows import window_of
from gaprace.rules.actions import ControlAction
from gaprace.rules.board import TEXT_OF
from gaprace.rules.game import Game
from gaprace.store import tables
from gaprace.store.deals import DEAL, stored_deal, stored_variant
from gaprace.store.puzzles import event_row_of
from gaprace.store.tables import deals, entries, events, games, metadata, races, rooms
from gaprace.wire import MAX_SEATS, EventKind, EventRoom

LAST_DRAFT = "0042"
COMMIT_OF_LAST_DRAFT = "19e6a311"
LAST_JUDGEMENT = 6
"""The last version of the solver's judgement in the drafts: the first one of 1.0."""
_MAX_PLAYERS = 200
_FORGOTTEN = {"letters", "recomputations"}
"""Tables whose rows do not come back."""
_CONTROLS, _FIRST_CONTROL = tuple(sorted(ControlAction)), 0xF0
_Draft = Mapping[str, TableClause]


def convert(connection: Connection, make_tables: Callable[[], None]) -> None:
    """Turn the tables of the last draft into those of the first migration; data that has a place there is kept."""
    draft = _set_aside(connection)
    make_tables()
    changed = _changed(draft)
    for table in metadata.sorted_tables:
        if table.name in draft and table.name not in _FORGOTTEN:
            _bring_back(connection, table, draft[table.name], changed.get(table.name, {}))
    connection.execute(sa.delete(tables.webhooks).where(tables.webhooks.c.kind.in_(("matrix", "teams"))))
    _convert_rooms(connection)
    _unpack_games(connection, draft)
    _replay_games(connection)
    _add_events(connection, draft)
    _add_dailies(connection, draft)
    _add_puzzles_of_days(connection, draft)
    _note_kinds(connection)
    _rate_anew(connection)


# Rows


def _set_aside(connection: Connection) -> _Draft:
    """Move all rows into tables that end with the connection, and return these by their names of before."""
    found = sa.MetaData()
    found.reflect(connection)
    for name in found.tables:
        connection.exec_driver_sql(f'CREATE TEMPORARY TABLE "draft_{name}" AS SELECT * FROM "{name}"')  # noqa: S608
    found.drop_all(connection)
    return {
        name: sa.table(f"draft_{name}", *(sa.column(each.name, each.type) for each in table.c))
        for name, table in found.tables.items()
    }


def _changed(draft: _Draft) -> dict[str, dict[str, ColumnElement[Any]]]:
    """Return the values of columns that are new, or mean something else, by table."""
    of_deal, nothing = draft["deals"].c, sa.literal("")
    rests: dict[str, ColumnElement[Any]] = {"paused": nothing, "failure": nothing}
    rests |= {"failures": sa.literal(0), "rests_until": sa.literal(0)}
    is_last = draft["certified_deals"].c.version == LAST_JUDGEMENT
    return {
        "certified_deals": {"version": sa.case((is_last, 1), else_=0)},
        "deals": {
            "origin": sa.func.coalesce(of_deal.origin, "chosen"),
            "seeds": sa.func.coalesce(of_deal.seeds, sa.literal(b"")),
        },
        "examinations": {"noted": draft["examinations"].c.flagged},
        "games": {"variant": nothing, "kind": nothing},
        "push_subscriptions": {"next_at": draft["push_subscriptions"].c.streak_at, **rests},
        "races": {"event": draft["races"].c.challenge},
    }


def _bring_back(
    connection: Connection, table: sa.Table, aside: TableClause, changed: Mapping[str, ColumnElement[Any]]
) -> None:
    values = {each.name: aside.c[each.name] for each in table.c if each.name in aside.c} | dict(changed)
    rows = sa.select(*values.values()).select_from(aside)
    connection.execute(sa.insert(table).from_select([*values], rows))


def _rate_anew(connection: Connection) -> None:
    """Queue all ratings and their places to be recomputed, by the rules of 1.0."""
    rated = sa.select(tables.rating_changes.c.variant, sa.literal(0), sa.literal("")).distinct()
    connection.execute(sa.insert(tables.recomputations).from_select(["variant", "at", "race"], rated))


# Rooms


def _convert_rooms(connection: Connection) -> None:
    """Remove from the documents of rooms all that would be refused. Closed rooms have none."""
    for code, state in connection.execute(sa.select(rooms.c.code, rooms.c.state).where(rooms.c.state != b"")).all():
        room = msgspec.json.decode(state)
        _convert_room(room)
        converted = msgspec.json.encode(room)
        connection.execute(sa.update(rooms).where(rooms.c.code == code).values(state=converted))


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
    """Return the event for which a room was made."""
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


# Games


def _unpack_games(connection: Connection, draft: _Draft) -> None:
    aside = draft["games"].c
    for game, data in connection.execute(sa.select(aside.id, aside.packed).where(aside.packed.is_not(None))).all():
        transcript, boards = unpacked(data)
        last, _, shuffled = boards.partition(" ")
        texts = {"transcript": transcript, "last_board": last or None, "shuffled_boards": shuffled}
        connection.execute(sa.update(games).where(games.c.id == game).values(texts))


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


_OF_GAMES = games.join(races, races.c.id == games.c.race).join(deals, deals.c.id == races.c.deal)


def _replay_games(connection: Connection) -> None:
    """Find the last boards of the games that lack them, and the games that were given up."""
    has_ended = games.c.ended_at.is_not(None)
    connection.execute(sa.update(games).where(has_ended).values(given_up=False))
    may_be_given_up = sa.and_(sa.not_(games.c.won), games.c.transcript.contains("resign"))
    asked = has_ended, sa.or_(games.c.last_board.is_(None), may_be_given_up)
    query = sa.select(games.c.id, games.c.transcript, *DEAL).select_from(_OF_GAMES).where(*asked)
    for row in connection.execute(query).mappings().all():
        game = Game.replay(stored_deal(row), row["transcript"])
        boards = {"last_board": game.board.text, "shuffled_boards": " ".join(each.text for each in game.shuffled)}
        connection.execute(sa.update(games).where(games.c.id == row["id"]).values(**boards, given_up=game.is_given_up))


def _note_kinds(connection: Connection) -> None:
    """Store the variant and the kind of each game."""
    for rules in connection.scalars(sa.select(deals.c.variant).distinct()).all():
        of_rules = sa.select(races.c.id).join(deals, deals.c.id == races.c.deal).where(deals.c.variant == rules)
        change = sa.update(games).where(games.c.race.in_(of_rules))
        connection.execute(change.values(variant=stored_variant(rules).name))
    others = games.alias()
    is_race = sa.exists().where(others.c.race == games.c.race, others.c.id != games.c.id)
    its_race = races.c.id == games.c.race
    of_event = sa.select(events.c.kind).join(races, races.c.event == events.c.code).where(its_race).scalar_subquery()
    kind = sa.func.coalesce(of_event, sa.case((is_race, "race"), else_="solo"))
    connection.execute(sa.update(games).values(kind=kind))


# Events


def _add_events(connection: Connection, draft: _Draft) -> None:
    """Make events and entries of challenges, of their places, and of the players of arenas."""
    of = draft["challenges"].c
    is_daily, is_round = of.date.is_not(None), of.arena.is_not(None)
    values = {
        "code": of.code,
        "kind": sa.case((is_daily, "group_daily"), (is_round, "round"), else_="challenge"),
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
    for name in ("challenge_players", "arena_players"):
        aside = draft[name]
        columns = ["event", *(each.name for each in [*aside.c][1:])]
        connection.execute(sa.insert(entries).from_select(columns, sa.select(aside)))


def _add_dailies(connection: Connection, draft: _Draft) -> None:
    """Make events of dailies, and entries of the attempts at them."""
    for row in connection.execute(sa.select(draft["dailies"])).mappings().all():
        connection.execute(sa.insert(events).values(_daily_row(row)))
        if row["par"] is not None:
            of_deal = sa.select(deals.c.code).where(deals.c.id == row["deal"]).scalar_subquery()
            opens_at = window_of(row["date"]).opens_at
            its = {name: row[name] for name in ("variant", "par", "harder_permille", "line")}
            its |= {"code": of_deal, "found_at": opens_at, "taken_at": opens_at}
            its |= {"version": int(row["version"] == LAST_JUDGEMENT)}
            connection.execute(sa.insert(tables.certified_deals).values(its))
    of = draft["attempts"].c
    code = of.date + sa.literal("-") + of.variant
    begun = sa.select(races.c.starts_at).join(games, games.c.race == races.c.id).where(games.c.id == of.game)
    played = sa.select(code, of.player, begun.scalar_subquery(), of.game)
    connection.execute(sa.insert(entries).from_select(["event", "player", "at", "game"], played))
    race = sa.select(games.c.race).where(games.c.id == of.game).scalar_subquery()
    for its_race, event in connection.execute(sa.select(race, code)).all():
        connection.execute(sa.update(races).where(races.c.id == its_race).values(event=event))


def _daily_row(row: RowMapping) -> dict[str, Any]:
    date, variant = row["date"], row["variant"]
    window = window_of(date)
    return {
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


def _add_puzzles_of_days(connection: Connection, draft: _Draft) -> None:
    """Make events of the puzzles of dates."""
    rows = [event_row_of(date, puzzle) for date, puzzle in connection.execute(sa.select(draft["puzzle_days"])).all()]
    if rows:
        connection.execute(sa.insert(events), rows)
