"""The part of the store in memory for follows and presences."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.notices.outbox import QueuedNotice
from gaprace.ports import TOLD_AGAIN_MS, Acquaintance, Followed, LateBest, StoredFollow, StoredPresence, Suggested
from gaprace.store.friends import LATE_RACES
from gaprace.wire.http import SuggestedFor
from tests.memory_store.database import MemoryDatabase, MemoryRepository
from tests.memory_store.leaderboards import stored_rows
from tests.memory_store.statistics import ended_games
from tests.memory_store.transaction import MemoryTransaction


class MemoryFriends(MemoryRepository):
    """Implements `FriendStore`."""

    async def add_follow(self, follow: StoredFollow) -> None:
        (await self._reach()).follows.setdefault((follow.player, follow.followed), follow)

    async def remove_follow(self, player: str, followed: str) -> None:
        (await self._reach()).follows.pop((player, followed), None)

    async def followed_by(self, player: str) -> list[Followed]:
        data = await self._reach()
        found = []
        for (by, of), mine in data.follows.items():
            theirs = data.follows.get((of, by))
            if by == player and of in data.players:
                found.append(Followed(mine, data.players[of].name, theirs, data.presences.get(of) if theirs else None))
        return sorted(found, key=lambda each: (each.name, each.mine.followed))

    async def acquaintances(self, player: str, leaderboard: Leaderboard, groups: int) -> list[Acquaintance]:
        data = await self._reach()
        friends = [each for each in await self.followed_by(player) if each.theirs]
        known = [Acquaintance(each.mine.followed, each.name) for each in friends]
        own = [data.groups[code] for (code, by), mine in data.group_members.items() if by == player and mine.is_member]
        for group in sorted(own, key=lambda each: (each.name, each.code))[:groups]:
            of_group = [each for each in data.group_members.values() if each.group == group.code and each.is_member]
            named = sorted((data.players[each.player].name, each.player) for each in of_group if each.player != player)
            known += [Acquaintance(of, name, group.code, group.name) for name, of in named]
        keys = {row.player: row.key for row in stored_rows(data, leaderboard)}
        known = [each._replace(name="", key=keys[each.player]) if each.player in keys else each for each in known]
        return sorted(known, key=lambda each: (each.group_name, each.group or "", each.name, each.player))

    async def late_bests(self, players: Sequence[str], since: int) -> list[LateBest]:
        data, wins = await self._reach(), list[tuple[int, LateBest]]()
        for race in data.races.values():
            for game in race.games:
                counts = game.player in players and game.ranked and game.voided_by is None and race.event is None
                if counts and game.result and game.result.won:
                    best = LateBest(game.player, race.deal.variant.name, game.result.time_ms)
                    wins.append((game.result.ended_at, best))
        late = {each[:2]: at for at, each in sorted(wins) if at >= since}
        found = []
        for key in sorted(late, key=lambda each: (-late[each], each)):
            new = min(each.time_ms for at, each in wins if each[:2] == key and at >= since)
            old = [each.time_ms for at, each in wins if each[:2] == key and at < since]
            found += [LateBest(*key, new)] if old and new < min(old) else []
        return found

    async def suggestions(self, player: str, limit: int) -> list[Suggested]:
        data = await self._reach()
        found: dict[str, Suggested] = {}
        for reason, ids in _acquaintances(data, player).items():
            new = {each for each in ids if _is_new_to(data, player, each)}
            for each in sorted(new, key=lambda other: (data.players[other].name, other))[:limit]:
                found.setdefault(each, Suggested(each, data.players[each].name, reason))
        return [*found.values()]

    async def invite(self, invitation: StoredFollow, told: QueuedNotice) -> bool:
        data = await self._reach()
        pair = invitation.player, invitation.followed
        if pair not in data.follows or pair[::-1] not in data.follows:
            return False
        last = data.follows[pair].invited_at
        data.follows[pair] = replace(data.follows[pair], room=invitation.room, invited_at=invitation.invited_at)
        if last is None or invitation.at - last >= TOLD_AGAIN_MS:
            await MemoryTransaction(data).queue(told)
        return True

    async def presence(self, player: str) -> StoredPresence | None:
        return (await self._reach()).presences.get(player)

    async def show_presence(self, presence: StoredPresence) -> None:
        (await self._reach()).presences[presence.player] = presence

    async def hide_presence(self, player: str) -> None:
        (await self._reach()).presences.pop(player, None)

    async def note_presences(self, seen: Sequence[StoredPresence]) -> None:
        shown = (await self._reach()).presences
        shown.update({each.player: each for each in seen if each.player in shown})


def _acquaintances(data: MemoryDatabase, player: str) -> dict[SuggestedFor, Iterable[str]]:
    followers = sorted((follow for (_, of), follow in data.follows.items() if of == player), key=lambda each: -each.at)
    late = [race for _, race, _ in ended_games(data, player)[-LATE_RACES:]]
    rivals = Counter(game.player for race in late for game in data.races[race.id].games if game.player != player)
    own = {group for (group, by), mine in data.group_members.items() if by == player and mine.is_member}
    return {
        "follows_you": [each.player for each in followers],
        "raced": [other for other, times in rivals.most_common() if times > 1],
        "group": [other for (group, other), it in data.group_members.items() if group in own and it.is_member],
    }


def _is_new_to(data: MemoryDatabase, player: str, other: str) -> bool:
    known = data.players[other]
    is_apart = {(player, other), (other, player)} & data.blocks.keys()
    is_person = known.deleted_at is None and not known.program and other != player
    return is_person and not is_apart and (player, other) not in data.follows


def forget_friends(data: MemoryDatabase, players: Collection[str]) -> None:
    """Delete all follows by and of players who are deleted, and their presences."""
    for pair in [pair for pair in data.follows if not {*pair}.isdisjoint(players)]:
        del data.follows[pair]
    for player in players:
        data.presences.pop(player, None)
