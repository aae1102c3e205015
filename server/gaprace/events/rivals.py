"""The games with which a game of a race is compared."""

from collections.abc import Sequence

from gaprace.play.events.standings import Place, standings
from gaprace.ports import Store, StoredRace

MIN_RACERS = 2
"""Minimum number of results in a race between players."""


async def places_of(store: Store, race: StoredRace) -> list[Place]:
    """Return the standings of a finished race: the games of all players that are not void."""
    if race.id == race.event:
        results = race.valid_results
    else:
        found = await store.finished_races(race.room, race.number, race.number)
        results = dict(found[0].results) if found else {}
    return standings(results, race.order, race.deal.variant)


def rank_among(places: Sequence[Place], player: str) -> int | None:
    """Return the rank of a player in a race; None for one without a valid result, and in a race of one."""
    if len(places) < MIN_RACERS:
        return None
    return next((place.rank for place in places if place.player == player), None)
