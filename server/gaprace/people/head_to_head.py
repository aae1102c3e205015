"""Head-to-head: the results of two players against each other, in every variant."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from gaprace.play.events.windows import window_of
from gaprace.play.live.bots import level_of
from gaprace.play.people import head_to_head
from gaprace.play.people.head_to_head import Meeting
from gaprace.play.seals import may_find_race
from gaprace.ports import Clock, SharedRace, Store, StoredPlayer
from gaprace.wire.http import Balance, HeadToHead, Opponent, Rivalries, Rivalry

MAX_GAMES = 1_000
"""Games of one of the two that are looked through, the last ones."""
MAX_LOOKED_THROUGH = 200
"""Games of a player, the last ones, in which the people met most often are looked for."""
MAX_RIVALS = 8


class HeadToHeads:
    """Compares players."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def of(self, player: str, other: str, me: str | None) -> HeadToHead | None:
        """Return the results of two players against each other as visible to player `me`; None if one is unknown."""
        pair = {player, other}
        players = [found for each in (player, other) if (found := await self._player(each))]
        if len(players) < len((player, other)) or len(pair) < len(players):
            return None
        races = [each for each in await self._shared_races(player, other) if _may_see(each, pair, me)]
        now = self._clock.now()
        dailies = [
            each
            for each in await self._store.shared_dailies(player, other)
            if each.daily and window_of(each.daily.date).ends_at <= now
        ]
        return HeadToHead(
            players=[Opponent(each.id, each.name) for each in players],
            races=_balances(races),
            dailies=_balances(dailies),
        )

    async def rivals(self, player: str, me: str | None) -> Rivalries | None:
        """Return the people whom a player has met most often lately; None if there is no such player."""
        if await self._player(player) is None:
            return None
        met: dict[tuple[str, str], list[SharedRace]] = defaultdict(list)
        for each in await self._store.shared_races(player, None, MAX_LOOKED_THROUGH):
            if each.rival and _may_see(each, {player, each.rival[0]}, me):
                met[each.rival].append(each)
        found = sorted((_rivalry(*rival, races) for rival, races in met.items()), key=lambda each: -each.ended_at)
        return Rivalries(sorted(found, key=lambda each: -each.races)[:MAX_RIVALS])

    async def _player(self, player_id: str) -> StoredPlayer | None:
        player = await self._store.player(player_id)
        return player if player and player.deleted_at is None else None

    async def _shared_races(self, player: str, other: str) -> list[SharedRace]:
        """Return the races of both players, found by the games of the same player in either order.

        That player is not a bot, since bots have played with everybody.
        """
        first, second = sorted((player, other), key=lambda each: (level_of(each), each))
        found = await self._store.shared_races(first, second, MAX_GAMES)
        return found if first == player else [replace(each, mine=each.theirs, theirs=each.mine) for each in found]


def _may_see(shared: SharedRace, players: Iterable[str], me: str | None) -> bool:
    return may_find_race(set(players), me, is_listed=shared.is_listed)


def _meeting(shared: SharedRace) -> Meeting:
    return Meeting(shared.variant, shared.mine, shared.theirs, is_daily=shared.daily is not None)


def _rivalry(player: str, name: str, races: Sequence[SharedRace]) -> Rivalry:
    total = head_to_head.Balance.of(map(_meeting, races))
    return Rivalry(player, name, total.meetings, total.wins, total.losses, max(each.ended_at for each in races))


def _balances(shared: Sequence[SharedRace]) -> list[Balance]:
    of_variant: dict[str, list[Meeting]] = defaultdict(list)
    for each in shared:
        of_variant[each.variant.name].append(_meeting(each))
    return [Balance(variant, *head_to_head.Balance.of(each)) for variant, each in sorted(of_variant.items())]
