"""The games with which a game of a race is compared."""

from collections.abc import Mapping

from gaprace.play.standings import ranks_of
from gaprace.ports import Store, StoredRace
from gaprace.rules.ranking import Outcome

MIN_RACERS = 2
"""Minimum number of results in a race between players."""


async def outcomes_of(store: Store, race: StoredRace) -> Mapping[str, Outcome]:
    """Return the outcomes of all games of a finished race that are not void, by player."""
    if race.id == race.challenge:
        return {game.player: game.result.outcome for game in race.games if game.result and game.voided_by is None}
    found = await store.finished_races(race.room, race.number, race.number)
    return found[0].outcomes if found else {}


def rank_among(outcomes: Mapping[str, Outcome], player: str) -> int | None:
    """Return the rank of a player in a race; None for one without a valid result, and in a race of one."""
    if player not in outcomes or len(outcomes) < MIN_RACERS:
        return None
    return dict(zip(outcomes, ranks_of([*outcomes.values()]), strict=True))[player]
