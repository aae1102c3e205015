"""A player's places on the leaderboards of dailies, from the games that count now."""

from collections.abc import Sequence

from gaprace.play.events.leaderboards import leaderboards_of
from gaprace.play.events.results import places_after_daily
from gaprace.ports import Transaction


async def replace_daily_places(tx: Transaction, player: str, variant: str, dates: Sequence[str]) -> None:
    """Replace a player's places on some dates by those that the dailies earn now, and reopen closed dailies."""
    await tx.reopen_closings(variant, min(dates))
    games = await tx.daily_games(player, variant)
    earned = {each.leaderboard: each for date in dates for each in places_after_daily(player, variant, games, date)}
    possible = {each for date in dates for each in leaderboards_of(variant, date)}
    await tx.remove_places(player, sorted(possible - earned.keys()))
    await tx.save_places([earned[each] for each in sorted(earned)])
