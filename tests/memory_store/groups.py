"""The part of the store in memory for groups, their scores and their series."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from gaprace.play.events.event import daily_code
from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.events.group_scores import DayScores
from gaprace.play.people.group_roles import Membership, heir
from gaprace.ports import DailyKey, GroupGame, OwnGroup, StoredGroup, StoredSeries, UnscoredDaily
from gaprace.rules.results import is_played
from tests.memory_store.database import MemoryGroupScores, MemoryPart
from tests.plain import plain

Key = tuple[str, str, str]


class MemoryGroups(MemoryPart):
    """Implements `GroupStore`, `GroupScoreStore` and `SeriesStore`."""

    def group(self, handle: str) -> StoredGroup | None:
        groups = self.database.groups.values()
        return next((each for each in groups if handle in {each.code, each.invitation}), None)

    def membership(self, group: str, player: str) -> Membership | None:
        return self.database.group_members.get((group, player))

    def memberships(self, group: str) -> list[Membership]:
        return sorted(self.database.group_members.where(group=group), key=lambda each: (each.joined_at, each.player))

    def _members(self, group: str) -> list[Membership]:
        return [each for each in self.memberships(group) if each.is_member]

    def _groups_of(self, player: str) -> set[str]:
        """The groups of which a player is a member."""
        return {each.group for each in self.database.group_members.where(player=player) if each.is_member}

    def groups_of(self, player: str) -> list[OwnGroup]:
        own = [each for each in self.database.group_members.where(player=player) if each.role != "removed"]
        found = [OwnGroup(self.database.groups[each.group], each, *self._sizes(each.group)) for each in own]
        return sorted(found, key=lambda each: each.group.name)

    def _sizes(self, group: str) -> tuple[int, int]:
        there = [each for each in self.memberships(group) if each.role != "removed"]
        members = len(self._members(group))
        return members, len(there) - members

    def note_seen(self, group: str, player: str, at: int) -> None:
        if self.database.group_members.where(group=group, player=player, shows_presence=True):
            self.database.group_members.change((group, player), seen_at=at)

    def due_groups(self, now: int, limit: int) -> Sequence[str]:
        groups = self.database.groups.values()
        due = [(each.daily_due_at, each.code) for each in groups if each.daily_due_at is not None]
        return [code for at, code in sorted(due) if at <= now][:limit]

    def group_games(self, group: str, daily: str, first: str, last: str) -> list[GroupGame]:
        found = self._games(group, daily)
        return sorted((each for each in found if first <= each.date <= last), key=lambda each: each[:2])

    def group_dates(self, group: str, daily: str, after: str, limit: int) -> Sequence[str]:
        dates = {each.date for each in self._games(group, daily)}
        return sorted((date for date in dates if date < after), reverse=True)[:limit]

    def _games(self, group: str, daily: str) -> list[GroupGame]:
        members = [each.player for each in self._members(group)]
        found = self._own_games(group, members) if daily == OWN_DAILY else self._world_games(members, daily)
        return [each for each in found if each.game not in self._flagged()]

    def _world_games(self, members: list[str], variant: str) -> list[GroupGame]:
        data, found = self.database, []
        for player in members:
            for each in self._daily_games(player, variant):
                score = data.daily_scores.get((DailyKey(each.date, variant), player))
                race, seal = data.race_of[each.game], data.events[daily_code(each.date, variant)].seal
                game = GroupGame(each.date, player, each.game, each.result, variant, race, seal, score and score.score)
                found += [game] if is_played(each.result) else []
        return found

    def _own_games(self, group: str, members: list[str]) -> list[GroupGame]:
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
            for daily in self._events(group=group, kind="group_daily")
            for each in daily.entries
            if each.game and each.player in members
            if (game := self.database.game(each.game)).ranked and game.result and is_played(game.result)
        ]

    def lock_active_player(self, player: str) -> bool:
        return self._is_active(player)

    def lock_group(self, code: str) -> StoredGroup | None:
        return self.database.groups.get(code)

    def count_groups(self, player: str) -> int:
        return sum(each.role != "removed" for each in self.database.group_members.where(player=player))

    def save_group(self, group: StoredGroup) -> None:
        self.database.groups[group.code] = group

    def save_membership(self, membership: Membership) -> None:
        key = membership.group, membership.player
        known = self.database.group_members.get(key)
        self.database.group_members[key] = membership
        if (known is not None and known.is_member) != membership.is_member:
            self._renew_of_member(*key)

    def leave_group(self, group: str, player: str) -> None:
        """Remove a player from a group. An owner has an heir; a group without members is deleted."""
        members = self.database.group_members
        known = members.pop((group, player), None)
        if known and known.is_member:
            self._renew_of_member(group, player)
        left = self.memberships(group)
        owner = heir(left)
        if owner is None:
            self.delete_group(group)
        elif all(each.role != "owner" for each in left):
            members.change((group, owner.player), role="owner")

    def _leave_all_groups(self, player: str) -> None:
        for each in self.database.group_members.where(player=player):
            self.leave_group(each.group, player)

    def delete_group(self, group: str) -> None:
        """Delete a group with all that is its own."""
        data = self.database
        for webhook in data.webhooks.where(group=group):
            self.remove_webhook(webhook.id)
        for of_group in (data.events, data.arenas, data.series):
            of_group.drop(lambda _, each: each.group == group)
        for by_group in (data.group_members, data.group_scores, data.group_divisions):
            by_group.drop(lambda key, _: key[0] == group)
        data.groups.pop(group, None)

    def take_room(self, group: str, known: str | None, room: str) -> bool:
        if not self.database.groups.where(code=group, room=known):
            return False
        self.database.groups.change(group, room=room)
        return True

    # Scores

    def group_scores(self, group: str, daily: str, first: str, last: str) -> dict[str, DayScores | None]:
        stored = {date for of, its, date in self.database.group_scores if (of, its) == (group, daily)}
        dates = stored | self._open_dates(group, daily)
        return {date: self._right_scores((group, daily, date)) for date in dates if first <= date <= last}

    def group_score_versions(self, group: str, daily: str, first: str, last: str) -> Mapping[str, int | None]:
        found, stored = self.group_scores(group, daily, first, last), self.database.group_scores
        return {date: its and stored[group, daily, date].version for date, its in found.items()}

    def last_divisions(self, group: str, daily: str, month: str) -> tuple[str, dict[str, int]] | None:
        stored = self.database.group_divisions
        months = [at for of, its, at, _ in stored if (of, its) == (group, daily) and at <= month]
        last = max(months, default="")
        divisions = {player: its for (*key, player), its in stored.items() if key == [group, daily, last]}
        return (last, divisions) if divisions else None

    def save_divisions(self, group: str, daily: str, month: str, divisions: Mapping[str, int]) -> None:
        for player, division in divisions.items():
            self.database.group_divisions.setdefault((group, daily, month, player), division)

    def unscored_dailies(self, limit: int) -> Sequence[UnscoredDaily]:
        scores = self.database.group_scores
        unscored = [key for key, its in scores.items() if its.scored != its.version and self._is_closed(key)]
        latest = sorted(sorted(unscored), key=lambda key: key[2], reverse=True)
        return [UnscoredDaily(*key, scores[key].version) for key in latest[:limit]]

    def save_group_scores(self, daily: UnscoredDaily, scores: DayScores) -> bool:
        *key, version = daily
        stored = self.database.group_scores
        if tuple(key) not in stored or stored[*key].version != version:
            return False
        stored[*key] = MemoryGroupScores(version, version, scores)
        return True

    def _right_scores(self, key: Key) -> DayScores | None:
        found = self.database.group_scores.get(key)
        return found.scores if found and found.scored == found.version and self._is_closed(key) else None

    def _open_dates(self, group: str, daily: str) -> set[str]:
        data = self.database
        if daily == OWN_DAILY:
            return {each.label for each in data.events.where(group=group, kind="group_daily")}
        dates = {date for date, variant in data.dailies if variant == daily}
        return {date for date in dates if not self._is_closed((group, daily, date))}

    def _is_closed(self, key: Key) -> bool:
        group, daily, date = key
        if daily == OWN_DAILY:
            its = self.database.events.where(kind="group_daily", group=group, label=date)
            return any(each.ended_at is not None for each in its)
        closing = self.database.closings.get(DailyKey(date, daily))
        return closing is not None and closing.is_done

    def _renew(self, keys: Iterable[Key]) -> None:
        scores = self.database.group_scores
        for key in keys:
            found = scores.get(key)
            scores[key] = replace(found, version=found.version + 1) if found else MemoryGroupScores()

    def _renew_of_event(self, code: str) -> None:
        """Have an own daily of a group scored anew."""
        its = self.database.events[code]
        if its.group and its.kind == "group_daily":
            self._renew([(its.group, OWN_DAILY, its.label)])

    def _renew_of_games(self, games: Collection[str]) -> None:
        """Have the own dailies of groups scored anew whose games these are."""
        for code, each in self.database.events.items():
            if any(entry.game in games for entry in each.entries):
                self._renew_of_event(code)

    def _renew_of_member(self, group: str, player: str) -> None:
        """Have the dailies of a group scored anew that a player has played who comes or goes."""
        for each in self.database.events.where(group=group):
            if each.entry(player):
                self._renew_of_event(each.code)
        self._renew([(group, daily.variant, daily.date) for daily, who in self.database.attempts if who == player])

    def _renew_of_players(self, daily: DailyKey, players: Collection[str]) -> None:
        """Have one of the world's dailies scored anew in all groups of these players."""
        groups = {group for player in players for group in self._groups_of(player)}
        self._renew([(group, daily.variant, daily.date) for group in sorted(groups)])

    # Series

    def series(self, series_id: str) -> StoredSeries | None:
        return self.database.series.get(series_id)

    def series_of_race(self, room: str, number: int) -> StoredSeries | None:
        of_room = self.database.series.where(room=room)
        return next((each for each in of_room if each.first <= number <= each.last), None)

    def group_series(self, group: str, after: tuple[int, str] | None, limit: int) -> list[StoredSeries]:
        found = self.database.series.where(group=group)
        behind = [each for each in found if after is None or (each.ended_at, each.id) < after]
        return sorted(behind, key=lambda each: (each.ended_at, each.id), reverse=True)[:limit]

    def add_series(self, series: StoredSeries) -> None:
        self.database.series[series.id] = series
