"""Follows and presences in SQL."""

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    FromClause,
    Integer,
    Select,
    String,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    literal,
    null,
    or_,
    select,
    union_all,
    update,
)

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.notices.outbox import QueuedNotice
from gaprace.play.people.group_roles import MEMBER_ROLES
from gaprace.ports import TOLD_AGAIN_MS, Acquaintance, Followed, LateBest, StoredFollow, StoredPresence, Suggested
from gaprace.store.base import Executor, SqlRepository
from gaprace.store.one_of import is_one_of
from gaprace.store.outbox import SqlOutboxSteps
from gaprace.store.tables import blocks, follows, games, group_members, groups, places, players, presences
from gaprace.wire.http import SuggestedFor

LATE_WINS = 5
"""Wins of friends that are compared with all of their earlier ones."""
LATE_RACES = 50
"""Races of a player that are looked through for those who were raced twice."""
MAX_KNOWN = 200
"""People who are looked through for each reason to suggest them."""
_theirs = follows.alias("theirs")
_are_mutual = and_(_theirs.c.player == follows.c.followed, _theirs.c.followed == follows.c.player)


class SqlFriends(SqlRepository):
    """Implements `ports.FriendStore`."""

    async def add_follow(self, follow: StoredFollow) -> None:
        await self.change(self.database.insert_new(follows).values(asdict(follow)))

    async def remove_follow(self, player: str, followed: str) -> None:
        await self.change(delete(follows).where(_is(player, followed)))

    async def followed_by(self, player: str) -> list[Followed]:
        return [_followed(*row) for row in await self.tuples(_FOLLOWED, {"player": player})]

    async def acquaintances(self, player: str, leaderboard: Leaderboard, groups: int) -> list[Acquaintance]:
        bound = {"player": player, "leaderboard": leaderboard.text, "groups": groups}
        return [Acquaintance(*each) for each in await self.tuples(_ACQUAINTANCES, bound)]

    async def late_bests(self, players: Sequence[str], since: int) -> list[LateBest]:
        return [LateBest(*row) for row in await self.tuples(_LATE_BESTS, {"players": players, "since": since})]

    async def suggestions(self, player: str, limit: int) -> list[Suggested]:
        own = select(group_members.c.group).where(group_members.c.player == player, _IS_MEMBER)
        async with self.reading() as executor:
            found, groups = dict[str, Suggested](), [*await executor.scalars(own)]
            for reason, those in _candidates(player, groups).items():
                for each in await _new_to(executor, player, those, limit):
                    found.setdefault(each.id, Suggested(each.id, each.name, reason))
        return [*found.values()]

    async def invite(self, invitation: StoredFollow, told: QueuedNotice) -> bool:
        back = exists().where(_theirs.c.player == invitation.followed, _theirs.c.followed == invitation.player)
        change = update(follows).where(_is(invitation.player, invitation.followed), back)
        before = select(follows.c.invited_at).where(_is(invitation.player, invitation.followed))
        async with self.writing() as executor:
            last = await executor.scalar(before)
            change = change.values(room=invitation.room, invited_at=invitation.invited_at)
            is_friend = await executor.change(change)
            if is_friend and (last is None or invitation.at - last >= TOLD_AGAIN_MS):
                await SqlOutboxSteps(self.database, executor.connection).queue(told)
        return is_friend

    async def presence(self, player: str) -> StoredPresence | None:
        return await self.one(StoredPresence, select(presences).where(presences.c.player == player))

    async def show_presence(self, presence: StoredPresence) -> None:
        await self.change(self.database.insert_or_replace(presences).values(asdict(presence)))

    async def hide_presence(self, player: str) -> None:
        await self.change(delete(presences).where(presences.c.player == player))

    async def note_presences(self, seen: Sequence[StoredPresence]) -> None:
        these = presences.c.player.in_([each.player for each in seen])
        shown = {*await self.scalars(select(presences.c.player).where(these))}
        noted = [each for each in seen if each.player in shown]
        if not noted:
            return  # the usual case, and nobody has to wait for it
        async with self.writing() as executor:
            for each in sorted(noted, key=lambda presence: presence.player):
                its = presences.c.player == each.player
                await executor.execute(update(presences).where(its).values(asdict(each)))


def _counts(of: Any) -> tuple[ColumnElement[bool], ...]:  # noqa: ANN401 - a table or its alias
    """Return the conditions for a win that counts as a personal best: of a deal that is open to all."""
    return of.c.won, of.c.ranked, of.c.voided_by.is_(None), of.c.kind.in_(["race", "solo"])


def _is(player: str, followed: str) -> ColumnElement[bool]:
    return and_(follows.c.player == player, follows.c.followed == followed)


def _followed(name: str, *columns: Any) -> Followed:  # noqa: ANN401 - as in the rows of `_FOLLOWED`
    size = len(_FOLLOW)
    mine, theirs, presence = columns[:size], columns[size : 2 * size], columns[2 * size :]
    return Followed(
        StoredFollow(*mine),
        name,
        None if theirs[0] is None else StoredFollow(*theirs),
        None if presence[0] is None else StoredPresence(*presence),
    )


def _candidates(player: str, groups: Sequence[str]) -> dict[SuggestedFor, Select[tuple[str]]]:
    """Return queries for the ids of those whom a player in some groups may want to follow, by the reason."""
    followers = select(follows.c.player.label("id")).where(follows.c.followed == player)
    late = (
        select(games.c.race)
        .where(games.c.player == player, games.c.ended_at.is_not(None))
        .order_by(games.c.ended_at.desc(), games.c.id.desc())
        .limit(LATE_RACES)
        .subquery("late")
    )
    rival = games.alias("rival")
    raced = select(rival.c.player.label("id")).join(late, late.c.race == rival.c.race).where(rival.c.player != player)
    twice = raced.group_by(rival.c.player).having(func.count() > 1).order_by(func.count().desc(), rival.c.player)
    # As a list, so that each group is looked up, and without DISTINCT, for which all players would be gone through.
    members = select(group_members.c.player.label("id")).where(is_one_of(group_members.c.group, groups), _IS_MEMBER)
    return {
        "follows_you": followers.order_by(follows.c.at.desc()).limit(MAX_KNOWN),
        "raced": twice.limit(MAX_KNOWN),
        "group": members.limit(MAX_KNOWN),
    }


_IS_MEMBER = group_members.c.role.in_(MEMBER_ROLES)
_ME = bindparam("player", type_=String)
_FOLLOW, _PRESENCE = ([field.name for field in fields(each)] for each in (StoredFollow, StoredPresence))
# Only a friend's presence is joined: by the other direction.
_FOLLOWED = (
    select(players.c.name, *(of.c[name] for of in (follows, _theirs) for name in _FOLLOW))
    .add_columns(*(presences.c[name] for name in _PRESENCE))
    .join_from(follows, players, players.c.id == follows.c.followed)
    .outerjoin(_theirs, _are_mutual)
    .outerjoin(presences, presences.c.player == _theirs.c.player)
    .where(follows.c.player == _ME)
    .order_by(players.c.name, players.c.id)
)
_SINCE, _before = bindparam("since", type_=BigInteger), games.alias("before")
_LATE = (
    select(games.c.player, games.c.variant, func.min(games.c.time_ms).label("time_ms"))
    .where(is_one_of(games.c.player, "players"), games.c.ended_at >= _SINCE, *_counts(games))
    .group_by(games.c.player, games.c.variant)
    .order_by(func.max(games.c.ended_at).desc(), games.c.player, games.c.variant)
    .limit(LATE_WINS)
    .subquery("late")
)
_BEST = (
    select(func.min(_before.c.time_ms))
    .where(_before.c.player == _LATE.c.player, _before.c.variant == _LATE.c.variant)
    .where(_before.c.ended_at < _SINCE, *_counts(_before))
    .scalar_subquery()
)
_LATE_BESTS = select(_LATE).where(_LATE.c.time_ms < _BEST)
_OWN_GROUPS = (
    select(groups.c.code, groups.c.name)
    .join(group_members, group_members.c.group == groups.c.code)
    .where(group_members.c.player == _ME, _IS_MEMBER)
    .order_by(groups.c.name, groups.c.code)
    .limit(bindparam("groups", type_=Integer, literal_execute=True))
    .subquery("own")
)
_LEADERBOARD = bindparam("leaderboard", type_=String)


def _known(player: Column[str], code: ColumnElement[Any], of: ColumnElement[Any], known: FromClause) -> Select[Any]:
    """Select people with their groups and keys; the names only of those without a place, whose row has it."""
    its_place = and_(places.c.leaderboard == _LEADERBOARD, places.c.player == player)
    without_place = case((places.c.key.is_(None), player))  # NULL for all others, who are not even looked up
    return (
        select(player.label("id"), func.coalesce(players.c.name, "").label("name"))
        .add_columns(code.label("code"), of.label("of"), places.c.key)
        .select_from(known)
        .outerjoin(places, its_place)
        .outerjoin(players, players.c.id == without_place)
    )


_FRIENDS = follows.join(_theirs, _are_mutual)
_MEMBERS = _OWN_GROUPS.join(group_members, group_members.c.group == _OWN_GROUPS.c.code)
_ACQUAINTANCES = union_all(
    _known(follows.c.followed, null(), literal(""), _FRIENDS).where(follows.c.player == _ME),
    _known(group_members.c.player, _OWN_GROUPS.c.code, _OWN_GROUPS.c.name, _MEMBERS).where(
        _IS_MEMBER, group_members.c.player != _ME
    ),
).order_by("of", "code", "name", "id")


async def _new_to(executor: Executor, player: str, those: Select[tuple[str]], limit: int) -> Sequence[Any]:
    """Return ids and names of people among `those` whom a player does not follow, and with whom there is no block."""
    found = those.subquery("found")
    is_followed = exists().where(follows.c.player == player, follows.c.followed == found.c.id)
    is_apart = or_(
        exists().where(blocks.c.player == player, blocks.c.blocked == found.c.id),
        exists().where(blocks.c.player == found.c.id, blocks.c.blocked == player),
    )
    query = (
        select(players.c.id, players.c.name)
        .join(found, found.c.id == players.c.id)
        .where(players.c.deleted_at.is_(None), ~players.c.program, players.c.id != player, ~is_followed, ~is_apart)
        .order_by(players.c.name, players.c.id)
        .limit(limit)
    )
    return await executor.tuples(query)
