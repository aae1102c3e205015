"""Units of work in SQL."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.play.challenge import Challenge
from gaprace.play.daily_scores import DailyScore, OwnScore
from gaprace.play.group import Membership
from gaprace.play.leaderboards import DailyGame, Leaderboard
from gaprace.play.push import PushEvent
from gaprace.play.rating import Rating
from gaprace.play.results import EarnedPlace
from gaprace.play.webhooks import Endpoint, WebhookEvent
from gaprace.ports import (
    CountedGame,
    CurrentRating,
    DailyKey,
    Moment,
    RatedRace,
    Result,
    Sanction,
    StoredClosing,
    StoredDecision,
    StoredField,
    StoredGroup,
    StoredRace,
    StoredRoom,
    StoredSeries,
    Transaction,
    Voiding,
)
from gaprace.store import challenges, groups, moderation, recomputation, scores, sessions, webhooks
from gaprace.store.arenas import SqlArenaSteps
from gaprace.store.base import SqlRepository, shielded
from gaprace.store.dailies import add_attempt, has_attempt, load_daily_games, lock_attempt
from gaprace.store.database import Database
from gaprace.store.errors import TransactionConflict
from gaprace.store.examinations import (
    ask_examinations,
    clear_examination,
    load_flagged_players,
    save_examination,
)
from gaprace.store.leaderboards import remove_places, remove_players, save_places
from gaprace.store.push import add_push_event
from gaprace.store.races import add_race, end_game, end_race, forget_race
from gaprace.store.ratings import load_last_races, lock_ratings, save_program_ratings, save_ratings
from gaprace.store.rooms import save_room
from gaprace.store.series import add_series
from gaprace.store.tables import games

MAX_CONFLICTS = 5
"""How often a transaction is run again before the store counts as unavailable."""

Answer = TypeVar("Answer")


class SqlTransactions(SqlRepository):
    """Implements `ports.Store.transact`."""

    @shielded
    async def transact(self, work: Callable[[Transaction], Awaitable[Answer]]) -> Answer:
        """Run `work` as one transaction, again after a conflict with another one."""
        conflicts = 0
        while True:
            try:
                async with self.database.write() as connection:
                    return await work(SqlTransaction(self.database, connection))
            except TransactionConflict:
                conflicts += 1
                if conflicts > MAX_CONFLICTS:
                    raise


class SqlTransaction(SqlArenaSteps):
    """Implements `ports.Transaction` on a connection in a transaction."""

    def __init__(self, database: Database, connection: AsyncConnection) -> None:
        self._database, self._connection = database, connection

    async def rollback(self) -> None:
        """Undo all steps so far."""
        await self._connection.rollback()

    async def save_room(self, room: StoredRoom) -> bool:
        """Replace the room if the stored version is `room.version - 1`; return whether it was."""
        return await save_room(self._connection, room)

    async def lock_challenge(self, code: str) -> Challenge | None:
        """Return a challenge and lock it with its places."""
        return await challenges.lock_challenge(self._connection, code)

    async def add_race(self, race: StoredRace) -> None:
        """Add a race with its deal and games."""
        await add_race(self._database, self._connection, race)

    async def add_attempt(self, daily: DailyKey, player: str, game: str) -> bool:
        """Store a game as the player's ranked attempt at a daily; return False if the player has one."""
        return await add_attempt(self._database, self._connection, daily, player, game)

    async def save_entry(self, challenge: str, player: str, at: int, game: str | None) -> None:
        """Store a player's place in a challenge, or the game that was begun in it."""
        await challenges.save_entry(self._connection, challenge, player, at, game)

    async def end_race(self, room: str, race_id: str, ended_at: int) -> StoredRace | None:
        """End a race of a room and return it; None if it is not running there."""
        return await end_race(self._connection, room, race_id, ended_at)

    async def add_series(self, series: StoredSeries) -> None:
        """Add a series that is decided."""
        await add_series(self._connection, series)

    async def forget_race(self, race: StoredRace) -> None:
        """Delete a race that has ended, its games, and its deal if nothing else refers to it."""
        await forget_race(self._connection, race)

    async def count_challenges(self, player: str) -> int:
        """Return the number of challenges that a player has made and that have not ended."""
        return await challenges.count_challenges(self._connection, player)

    async def add_challenge(self, challenge: Challenge) -> None:
        """Add a challenge with its deal and its places."""
        await challenges.add_challenge(self._database, self._connection, challenge)

    async def last_group_daily(self, group: str) -> Challenge | None:
        """Return the own daily of a group with the latest date."""
        return await challenges.last_daily(self._connection, group)

    async def forget_challenge(self, challenge: Challenge) -> None:
        """Delete a challenge in which no game has begun, with its deal if nothing else refers to it."""
        await challenges.forget_challenge(self._connection, challenge)

    async def remove_entry(self, challenge: str, player: str) -> None:
        """Take back a place in which no game has begun."""
        await challenges.remove_entry(self._connection, challenge, player)

    async def end_challenge(self, code: str, ended_at: int) -> None:
        """Note that a challenge has ended."""
        await challenges.end_challenge(self._database, self._connection, code, ended_at)

    async def end_game(self, game_id: str, n: int, result: Result) -> bool:
        """End a running game whose last stored action is `n`; otherwise return False."""
        return await end_game(self._connection, game_id, n, result)

    async def attempt_of(self, game_id: str) -> tuple[DailyKey, str] | None:
        """Return (daily, player) if this is a player's attempt at a daily and still ranked."""
        return await lock_attempt(self._connection, game_id)

    async def has_attempt(self, game_id: str) -> bool:
        """Whether this is a player's attempt at a daily, ranked or not any more."""
        return await has_attempt(self._connection, game_id)

    async def daily_games(self, player: str, variant: str) -> list[DailyGame]:
        """Return a player's ranked games of dailies that have ended with a move, by date, without flagged ones."""
        return await load_daily_games(self._connection, player, variant, unflagged_only=True)

    async def ask_examinations(self, asked: Mapping[str, Leaderboard], at: int) -> None:
        """Ask for the examination of games that have ended, by the leaderboard where each counts."""
        await ask_examinations(self._database, self._connection, asked, at)

    async def save_examination(self, game: str, flags: bytes, *, flagged: bool) -> bool:
        """Store what an examination has found; return False if another process has done it."""
        return await save_examination(self._connection, game, flags, flagged=flagged)

    async def clear_examination(self, game: str, by: str, at: int) -> bool:
        """Let a flagged game count again; return False if it has no flags or was cleared before."""
        return await clear_examination(self._connection, game, by, at)

    async def flagged_players(self, leaderboard: Leaderboard, players: Sequence[str]) -> set[str]:
        """Return which players have games that are left out of the ranks of a leaderboard."""
        return await load_flagged_players(self._connection, leaderboard, players)

    async def reopen_closings(self, variant: str, since: str) -> None:
        """Have the dailies of a variant closed anew, from a date on, as far as they are closed."""
        await scores.reopen_closings(self._connection, variant, since)

    async def lock_closing(self, closing: StoredClosing) -> bool:
        """Lock how far the scores of a daily are stored; return whether it is still this far."""
        return await scores.lock_closing(self._connection, closing)

    async def save_scores(self, closing: StoredClosing, saved: Sequence[DailyScore], last: str | None) -> set[str]:
        """Store the scores of some players, delete those of others in their range, and return whose were deleted."""
        return await scores.save_scores(self._database, self._connection, closing, saved, last)

    async def own_scores(
        self, players: Sequence[str], variant: str, first: str, last: str
    ) -> dict[str, list[OwnScore]]:
        """Return the scores of players on the dailies between two dates, both included, by player and date."""
        return await scores.load_own_scores(self._connection, players, variant, first, last)

    async def move_closing(self, closing: StoredClosing, cursor: str, owned_until: int) -> None:
        """Note that the scores of a daily are stored up to a player, and claim the rest until then."""
        await scores.move_closing(self._connection, closing, cursor, owned_until)

    async def end_closing(self, closing: StoredClosing, field: StoredField) -> None:
        """Note that all scores of a daily are stored, and what its games say of it."""
        await scores.end_closing(self._connection, closing, field)

    async def lock_ratings(self, players: Sequence[str], variant: str) -> dict[str, Rating]:
        """Return the ratings of players in a variant, by player, and lock them."""
        return await lock_ratings(self._database, self._connection, players, variant)

    async def last_races(self, players: Sequence[str], variant: str, limit: int) -> dict[str, set[str]]:
        """Return the ids of the last rated races of players in a variant, by player."""
        return await load_last_races(self._connection, players, variant, limit)

    async def save_ratings(self, race: StoredRace, ratings: Mapping[str, Rating]) -> None:
        """Store the ratings of players after a race that has ended, and add them to their histories."""
        await save_ratings(self._database, self._connection, race, ratings)

    async def save_program_ratings(self, variant: str, ratings: Mapping[str, Rating]) -> None:
        """Store the ratings of programs, which have no histories."""
        await save_program_ratings(self._database, self._connection, variant, ratings)

    async def save_places(self, places: Sequence[EarnedPlace]) -> None:
        """Replace places on leaderboards, and keep the leaderboards' counts."""
        await save_places(self._database, self._connection, places)

    async def remove_places(self, player: str, leaderboards: Sequence[Leaderboard]) -> None:
        """Remove a player from leaderboards, and keep the leaderboards' counts."""
        await remove_places(self._database, self._connection, player, leaderboards)

    async def remove_players(self, leaderboard: Leaderboard, players: Sequence[str]) -> None:
        """Remove players from a leaderboard, and keep its counts."""
        await remove_players(self._database, self._connection, leaderboard, players)

    async def add_decision(self, decision: StoredDecision, reports: Sequence[str]) -> None:
        """Add a decision, which settles these reports."""
        await moderation.add_decision(self._connection, decision, reports)

    async def lift_decision(self, decision_id: str, at: int) -> bool:
        """Lift a decision; return False if it had been lifted before."""
        return await moderation.lift_decision(self._connection, decision_id, at)

    async def standing_decisions(self, player: str) -> list[StoredDecision]:
        """Return the decisions about a player that are not lifted, expired ones included, and lock the player."""
        return await moderation.standing_decisions(self._connection, player)

    async def sanction(self, player: str, sanction: Sanction, until: int | None) -> None:
        """Set until when a player is kept from something; None for no longer."""
        await moderation.sanction(self._connection, player, sanction, until)

    async def rename_player(self, player: str, name: str) -> None:
        """Rename a player, unless deleted."""
        await moderation.rename_player(self._connection, player, name)

    async def end_session(self, player: str, session_id: str, at: int) -> bool:
        """End a session of a player; return False if it is not open."""
        return await sessions.end_session(self._connection, player, session_id, at)

    async def ban_networks(self, decision: str, player: str, until: int) -> int:
        """Ban the networks where a player was seen; return how many there are."""
        return await sessions.ban_networks(self._database, self._connection, decision, player, until)

    async def unban_networks(self, decision: str) -> None:
        """End the bans of networks that a decision has made."""
        await sessions.unban_networks(self._connection, decision)

    async def countable_game(self, game_id: str) -> CountedGame | None:
        """Return a game that has ended and counts, and lock it; None if there is none, or it does not count."""
        found = await moderation.countable_games(self._connection, 1, games.c.id == game_id)
        return found[0] if found else None

    async def countable_games(self, player: str, limit: int) -> list[CountedGame]:
        """Return some of a player's games that have ended and count, the earliest first, and lock them."""
        return await moderation.countable_games(self._connection, limit, games.c.player == player)

    async def void_games(self, decision_id: str, limit: int) -> list[CountedGame]:
        """Return some of the games that a decision has made void, and lock them."""
        return await moderation.void_games(self._connection, decision_id, limit)

    async def has_running_games(self, player: str) -> bool:
        """Whether a player has ranked games that have not ended."""
        return await moderation.has_running_games(self._connection, player)

    async def set_void(self, games: Sequence[str], voided_by: str | None) -> None:
        """Make results void, or valid again."""
        await moderation.set_void(self._database, self._connection, games, voided_by)

    async def add_voiding(self, voiding: Voiding) -> None:
        """Store what is to be made void or valid in the background."""
        await moderation.add_voiding(self._database, self._connection, voiding)

    async def end_voiding(self, decision_id: str) -> None:
        """Forget what has been done."""
        await moderation.end_voiding(self._connection, decision_id)

    async def compute_anew(self, games: Sequence[CountedGame]) -> None:
        """Have the ratings computed anew from the races of these games on, in the background."""
        await recomputation.compute_anew(self._database, self._connection, games)

    async def lock_recomputation(self, variant: str) -> Moment | None:
        """Return from which race on ratings are to be computed anew, and lock that; None if there is nothing to do."""
        return await recomputation.lock_recomputation(self._connection, variant)

    async def rated_races(self, variant: str, since: Moment, limit: int) -> list[RatedRace]:
        """Return the first races from a moment on that have changed ratings, in the order in which they ended."""
        return await recomputation.rated_races(self._connection, variant, since, limit)

    async def ratings_before(self, players: Sequence[str], variant: str, before: Moment) -> dict[str, Rating]:
        """Return the ratings of players before a moment, by their histories. Newcomers have `Rating()`."""
        return await recomputation.ratings_before(self._connection, players, variant, before)

    async def races_before(
        self, players: Mapping[str, int], variant: str, before: Moment, limit: int
    ) -> dict[str, list[str]]:
        """Return the ids of the last rated races of players before a moment, by player; they had so many until then."""
        return await recomputation.races_before(self._connection, players, variant, before, limit)

    async def change_histories(self, variant: str, changes: Mapping[tuple[Moment, str], Rating | None]) -> None:
        """Replace ratings after races, by race and player; None for a race that does not count for a player."""
        await recomputation.change_histories(self._database, self._connection, variant, changes)

    async def current_ratings(self, players: Sequence[str], variant: str) -> dict[str, CurrentRating]:
        """Return the last rating in the history of each player who has played a race that counts."""
        return await recomputation.current_ratings(self._connection, players, variant)

    async def set_ratings(self, variant: str, ratings: Mapping[str, Rating]) -> None:
        """Replace the current ratings of players."""
        await recomputation.set_ratings(self._database, self._connection, variant, ratings)

    async def move_recomputation(self, variant: str, onto: Moment | None) -> None:
        """Note how far the ratings have been computed anew: all before `onto`, or all of them."""
        await recomputation.move_recomputation(self._connection, variant, onto)

    async def lock_active_player(self, player: str) -> bool:
        """Whether a player exists and is not deleted; neither changes until the transaction ends."""
        return await groups.lock_active_player(self._connection, player)

    async def lock_group(self, code: str) -> StoredGroup | None:
        """Return a group and lock it with its members."""
        return await groups.lock_group(self._connection, code)

    async def memberships(self, group: str) -> list[Membership]:
        """Return everybody in a group, in the order of joining."""
        return await groups.load_memberships(self._connection, group)

    async def count_groups(self, player: str) -> int:
        """Return the number of groups that a player belongs to or waits for."""
        return await groups.count_groups(self._connection, player)

    async def save_group(self, group: StoredGroup) -> None:
        """Add or replace a group."""
        await groups.save_group(self._database, self._connection, group)

    async def save_membership(self, membership: Membership) -> None:
        """Add or replace what a player is in a group."""
        await groups.save_membership(self._database, self._connection, membership)

    async def leave_group(self, group: str, player: str) -> None:
        """Remove a player from a group. An owner has an heir; a group without members is deleted."""
        await groups.leave_group(self._database, self._connection, group, player)

    async def delete_group(self, group: str) -> None:
        """Delete a group with its memberships and webhooks."""
        await groups.delete_group(self._connection, group)

    async def take_room(self, group: str, known: str | None, room: str) -> bool:
        """Make `room` the group's room if that is still `known`; return whether it was."""
        return await groups.take_room(self._connection, group, known, room)

    async def lock_webhook(self, group: str | None, webhook_id: str) -> Endpoint | None:
        """Return a webhook of a group, or of the installation, and lock it."""
        return await webhooks.lock_webhook(self._connection, group, webhook_id)

    async def count_webhooks(self, group: str | None) -> int:
        """Return the number of webhooks of a group, or of the installation."""
        return await webhooks.count_webhooks(self._connection, group)

    async def save_webhook(self, webhook: Endpoint) -> None:
        """Add or replace a webhook."""
        await webhooks.save_webhook(self._database, self._connection, webhook)

    async def remove_webhook(self, webhook_id: str) -> None:
        """Delete a webhook with its messages."""
        await webhooks.remove_webhook(self._connection, webhook_id)

    async def announce(self, event: WebhookEvent) -> None:
        """Have the webhooks tell something that is stored with this transaction."""
        await webhooks.announce(self._connection, event)

    async def add_push_event(self, event: PushEvent) -> None:
        """Have an event pushed when it is due."""
        await add_push_event(self._connection, event)
