"""The part of the store in memory for groups."""

from collections.abc import Sequence
from dataclasses import replace

from gaprace.play.events.event import daily_code
from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.people.group import Membership, heir
from gaprace.ports import DailyKey, GroupGame, OwnGroup, StoredGroup
from gaprace.rules.results import is_played
from tests.memory_store.arenas import forget_group_arenas
from tests.memory_store.database import MemoryDatabase, MemoryRepository, MemorySteps
from tests.memory_store.events import forget_group_events, stored_event
from tests.memory_store.group_scores import renew_of_member
from tests.memory_store.leaderboards import daily_games
from tests.memory_store.series import forget_group_series
from tests.memory_store.webhooks import remove_webhook
from tests.plain import plain


class MemoryGroups(MemoryRepository):
    """Implements `GroupStore`."""

    async def group(self, handle: str) -> StoredGroup | None:
        groups = (await self._reach()).groups.values()
        return next((each for each in groups if handle in {each.code, each.invitation}), None)

    async def membership(self, group: str, player: str) -> Membership | None:
        return (await self._reach()).group_members.get((group, player))

    async def memberships(self, group: str) -> list[Membership]:
        return memberships(await self._reach(), group)

    async def groups_of(self, player: str) -> list[OwnGroup]:
        data = await self._reach()
        own = [each for each in data.group_members.values() if each.player == player and each.role != "removed"]
        found = [OwnGroup(data.groups[each.group], each, *_sizes(data, each.group)) for each in own]
        return sorted(found, key=lambda each: each.group.name)

    async def note_seen(self, group: str, player: str, at: int) -> None:
        members = (await self._reach()).group_members
        known = members.get((group, player))
        if known and known.shows_presence:
            members[group, player] = replace(known, seen_at=at)

    async def due_groups(self, now: int, limit: int) -> Sequence[str]:
        groups = (await self._reach()).groups.values()
        due = [(each.daily_due_at, each.code) for each in groups if each.daily_due_at is not None]
        return [code for at, code in sorted(due) if at <= now][:limit]

    async def group_games(self, group: str, daily: str, first: str, last: str) -> list[GroupGame]:
        found = _games(await self._reach(), group, daily)
        return sorted((each for each in found if first <= each.date <= last), key=lambda each: each[:2])

    async def group_dates(self, group: str, daily: str, after: str, limit: int) -> Sequence[str]:
        dates = {each.date for each in _games(await self._reach(), group, daily)}
        return sorted((date for date in dates if date < after), reverse=True)[:limit]


def _sizes(data: MemoryDatabase, group: str) -> tuple[int, int]:
    there = [each for each in memberships(data, group) if each.role != "removed"]
    members = sum(each.is_member for each in there)
    return members, len(there) - members


def memberships(data: MemoryDatabase, group: str) -> list[Membership]:
    there = [each for each in data.group_members.values() if each.group == group]
    return sorted(there, key=lambda each: (each.joined_at, each.player))


def _games(data: MemoryDatabase, group: str, daily: str) -> list[GroupGame]:
    flagged = {game for game, each in data.examinations.items() if each.stored.is_flagged}
    members = [each.player for each in memberships(data, group) if each.is_member]
    found = _own_games(data, group, members) if daily == OWN_DAILY else _world_games(data, members, daily)
    return [each for each in found if each.game not in flagged]


def _world_games(data: MemoryDatabase, members: list[str], variant: str) -> list[GroupGame]:
    return [
        GroupGame(
            each.date,
            player,
            each.game,
            each.result,
            variant,
            data.race_of[each.game],
            data.events[daily_code(each.date, variant)].seal,
            _score(data, each.date, variant, player),
        )
        for player in members
        for each in daily_games(data, player, variant)
        if is_played(each.result)
    ]


def _own_games(data: MemoryDatabase, group: str, members: list[str]) -> list[GroupGame]:
    dailies = [stored_event(data, code) for code, each in data.events.items() if each.group == group]
    return [
        GroupGame(
            daily.label,
            each.player,
            game.id,
            plain(game.result),
            daily.deal.variant.name,
            daily.code,
            daily.seal,
        )
        for daily in dailies
        if daily and daily.kind == "group_daily"
        for each in daily.entries
        if each.game and each.player in members
        if (game := data.game(each.game)).ranked and game.result and is_played(game.result)
    ]


def _score(data: MemoryDatabase, date: str, variant: str, player: str) -> int | None:
    found = data.daily_scores.get((DailyKey(date, variant), player))
    return found.score if found else None


def leave_group(data: MemoryDatabase, group: str, player: str) -> None:
    """Remove a player from a group. An owner has an heir; a group without members is deleted."""
    known = data.group_members.pop((group, player), None)
    if known and known.is_member:
        renew_of_member(data, group, player)
    left = memberships(data, group)
    owner = heir(left)
    if owner is None:
        delete_group(data, group)
    elif all(each.role != "owner" for each in left):
        data.group_members[group, owner.player] = replace(owner, role="owner")


def leave_all_groups(data: MemoryDatabase, player: str) -> None:
    """Remove a player from all groups."""
    for group, member in list(data.group_members):
        if member == player:
            leave_group(data, group, player)
    for divisions in data.group_divisions.values():
        divisions.pop(player, None)


def delete_group(data: MemoryDatabase, group: str) -> None:
    """Delete a group with its memberships, challenges, arenas, series and webhooks."""
    forget_group_events(data, group)
    forget_group_arenas(data, group)
    forget_group_series(data, group)
    for webhook in [each.id for each in data.webhooks.values() if each.group == group]:
        remove_webhook(data, webhook)
    data.groups.pop(group, None)
    for key in [key for key in data.group_members if key[0] == group]:
        del data.group_members[key]
    for scored in [each for each in data.group_scores if each[0] == group]:
        del data.group_scores[scored]
    for divided in [each for each in data.group_divisions if each[0] == group]:
        del data.group_divisions[divided]


class MemoryGroupSteps(MemorySteps):
    """Implements the part of `Transaction` for groups."""

    async def lock_active_player(self, player: str) -> bool:
        found = self._data.players.get(player)
        return found is not None and found.deleted_at is None

    async def lock_group(self, code: str) -> StoredGroup | None:
        return self._data.groups.get(code)

    async def memberships(self, group: str) -> list[Membership]:
        return memberships(self._data, group)

    async def count_groups(self, player: str) -> int:
        members = self._data.group_members.values()
        return sum(each.player == player and each.role != "removed" for each in members)

    async def save_group(self, group: StoredGroup) -> None:
        self._data.groups[group.code] = group

    async def save_membership(self, membership: Membership) -> None:
        key = membership.group, membership.player
        known = self._data.group_members.get(key)
        self._data.group_members[key] = membership
        if (known is not None and known.is_member) != membership.is_member:
            renew_of_member(self._data, *key)

    async def leave_group(self, group: str, player: str) -> None:
        leave_group(self._data, group, player)

    async def delete_group(self, group: str) -> None:
        delete_group(self._data, group)

    async def take_room(self, group: str, known: str | None, room: str) -> bool:
        groups = self._data.groups
        if group not in groups or groups[group].room != known:
            return False
        groups[group] = replace(groups[group], room=room)
        return True
