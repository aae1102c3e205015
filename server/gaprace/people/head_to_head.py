"""Head-to-head: the results of two players against each other, in every variant."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from gaprace.play.events.seals import may_find_race
from gaprace.play.live.bots import level_of
from gaprace.play.people import head_to_head
from gaprace.play.people.head_to_head import Meeting
from gaprace.ports import SharedRace, Store, StoredPlayer
from gaprace.wire.http import Balance, HeadToHead, MetIn, Opponent

MAX_GAMES = 1_000
"""Games of one of the two that are looked through, the last ones."""
MAX_RECENT = 20


class HeadToHeads:
    """Compares players."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, player: str, other: str, me: str | None) -> HeadToHead | None:
        """Return the results of two players against each other as visible to player `me`; None if one is unknown."""
        pair = {player, other}
        players = [found for each in (player, other) if (found := await self._player(each))]
        if len(players) < len((player, other)) or len(pair) < len(players):
            return None
        races = [each for each in await self._shared_races(player, other) if _may_see(each, pair, me)]
        dailies = await self._store.shared_dailies(player, other)
        return HeadToHead(
            players=[Opponent(each.id, each.name) for each in players],
            races=_balances(races),
            dailies=_balances(dailies),
            recent=[_met_in(each, each.race) for each in races[:MAX_RECENT] if each.race],
        )

    async def _player(self, player_id: str) -> StoredPlayer | None:
        player = await self._store.player(player_id)
        return player if player and player.deleted_at is None else None

    async def _shared_races(self, player: str, other: str) -> list[SharedRace]:
        """Return the races of both players, found by the games of the same player in either order.

        That player is not a bot, since bots have played with everybody.
        """
        first, second = sorted((player, other), key=lambda each: (level_of(each), each))
        found = await self._store.shared_races(first, second, MAX_GAMES)
        return found if first == player else [_turned(each) for each in found]


def _turned(shared: SharedRace) -> SharedRace:
    return replace(shared, mine=shared.theirs, theirs=shared.mine)


def _may_see(shared: SharedRace, players: Iterable[str], me: str | None) -> bool:
    return may_find_race(set(players), me, is_listed=shared.is_listed)


def _meeting(shared: SharedRace) -> Meeting:
    return Meeting(shared.variant, shared.mine, shared.theirs, is_daily=shared.daily is not None)


def _met_in(shared: SharedRace, race: str) -> MetIn:
    return MetIn(race, shared.variant.name, shared.ended_at, _meeting(shared).lead)


def _balances(shared: Sequence[SharedRace]) -> list[Balance]:
    of_variant: dict[str, list[Meeting]] = defaultdict(list)
    for each in shared:
        of_variant[each.variant.name].append(_meeting(each))
    return [Balance(variant, *head_to_head.Balance.of(each)) for variant, each in sorted(of_variant.items())]
