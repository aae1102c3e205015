"""A unit of work: several changes that are stored together or not at all.

`rooms.stored_races` and `rooms.endings` have those of a race: its beginning, the end of a game, the end of the race.
They decide by the rules of `play`; the transaction only reads, locks and writes.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from gaprace.play.events.closed_daily import DailyScore, OwnScore
from gaprace.play.events.event import Event
from gaprace.play.events.leaderboards import DailyGame, EarnedPlace, Leaderboard
from gaprace.play.notices.outbox import QueuedNotice
from gaprace.play.notices.webhooks import Endpoint
from gaprace.play.people.group_roles import Membership
from gaprace.play.people.moderation import Sanction
from gaprace.play.people.rating import Rating
from gaprace.ports.dailies import DailyKey
from gaprace.ports.events import ArenaSteps
from gaprace.ports.examinations import StoredExamination
from gaprace.ports.groups import StoredGroup
from gaprace.ports.moderation import CountedGame, CurrentRating, Moment, RatedRace, Voiding
from gaprace.ports.races import StoredGame, StoredRace, StoredResult, StoredSeries
from gaprace.ports.rooms import StoredRoom
from gaprace.ports.scores import StoredClosing, StoredField
from gaprace.wire.http.moderation import Decision


class Transaction(ArenaSteps, Protocol):
    """The steps of one transaction, see `Store.transact`. Each sees the steps before it.

    Rows that a step has written or locked stay locked until the transaction ends. To keep transactions from waiting for
    each other in a circle, all take their locks in the order of the methods here, and those of one method in the order
    of players' ids. The methods of `ArenaSteps` come last.
    """

    async def rollback(self) -> None:
        """Undo all steps so far; nothing may follow but the end of the work."""

    # Rooms and races

    async def save_room(self, room: StoredRoom) -> bool:
        """Replace the room if the stored version is `room.version - 1`; return whether it was."""

    async def lock_event(self, code: str) -> Event | None:
        """Return an event and lock it with its places."""

    async def add_race(self, race: StoredRace) -> None:
        """Add a race with its deal and games.

        Raises ValueError if an id or the race's number in its room is taken, or a player does not exist.
        """

    async def save_entry(self, event: str, player: str, at: int, game: str | None) -> bool:
        """Store a player's place in an event, or the game that was begun in it; return False if there is a game."""

    async def end_race(self, room: str, race_id: str, ended_at: int) -> StoredRace | None:
        """End a race of a room and return it; None, and nothing is changed, if it is not running there."""

    async def add_series(self, series: StoredSeries) -> None:
        """Add a series that is decided."""

    async def forget_race(self, race: StoredRace) -> None:
        """Delete a race that has ended, its games, and its deal if nothing else refers to it."""

    # Events

    async def count_challenges(self, player: str) -> int:
        """Return the number of challenges that a player has made and that have not ended."""

    async def add_event(self, event: Event) -> None:
        """Add an event with its deal and its places."""

    async def last_group_daily(self, group: str) -> Event | None:
        """Return the own daily of a group with the latest date."""

    async def forget_event(self, event: Event) -> None:
        """Delete an event in which no game has begun, with its deal if nothing else refers to it."""

    async def remove_entry(self, event: str, player: str) -> None:
        """Take back a place in which no game has begun."""

    async def end_event(self, code: str, ended_at: int) -> None:
        """Record the end of an event."""

    # Games

    async def end_game(self, game_id: str, n: int, result: StoredResult) -> bool:
        """End a running game whose last stored action is `n`; otherwise change nothing and return False.

        Its actions are deleted: the result has them as a transcript.
        """

    async def attempt_of(self, game_id: str) -> tuple[DailyKey, str] | None:
        """Return (daily, player) if this is a player's attempt at a daily and still ranked.

        The player's places are locked: of two attempts of one player that end at once, the later sees the earlier.
        """

    async def daily_games(self, player: str, variant: str) -> list[DailyGame]:
        """Return a player's ranked games of dailies that have ended, by date, without flagged ones."""

    async def networks(self, of: Sequence[str]) -> dict[str, set[str]]:
        """Return the known networks of the sessions of players (`people.networks`)."""

    async def save_standing(self, changed: Sequence[StoredGame]) -> None:
        """Store whether games that have ended are ranked, and who are kin."""

    # Examinations

    async def ask_examinations(self, asked: Mapping[str, Leaderboard], at: int) -> None:
        """Ask for the examination of games that have ended, by the leaderboard where each counts."""

    async def save_examination(self, game: str, flags: bytes, *, noted: bool) -> bool:
        """Store the findings of an examination; return False if another server has done it."""

    async def last_examinations(self, player: str, limit: int) -> list[StoredExamination]:
        """Return the examinations of a player's last games that are done, the latest game first."""

    async def leave_out(self, of: Sequence[str]) -> None:
        """Leave noted games out of the ranks."""

    async def clear_examination(self, game: str, by: str, at: int) -> bool:
        """Clear a noted game, so that it counts; return False if it has no flags or was cleared before."""

    async def flagged_players(self, leaderboard: Leaderboard, players: Sequence[str]) -> set[str]:
        """Return which players have games that are left out of the ranks of a leaderboard."""

    # Scores

    async def reopen_closings(self, variant: str, since: str) -> None:
        """Reopen the closed dailies of a variant from a date on."""

    async def lock_closing(self, closing: StoredClosing) -> bool:
        """Lock how far the scores of a daily are stored; return whether it is still this far."""

    async def save_scores(self, closing: StoredClosing, scores: Sequence[DailyScore], last: str | None) -> set[str]:
        """Store the scores of the players after the cursor up to the `last` one (None: up to the end), by player.

        The scores of others in this range are deleted; return their players.
        """

    async def own_scores(
        self, players: Sequence[str], variant: str, first: str, last: str
    ) -> dict[str, list[OwnScore]]:
        """Return the scores of players on the dailies between two dates, both included, by player and date."""

    async def move_closing(self, closing: StoredClosing, cursor: str, owned_until: int) -> None:
        """Record that the scores of a daily are stored up to a player, and claim the rest until then."""

    async def end_closing(self, closing: StoredClosing, field: StoredField) -> None:
        """Record that all scores of a daily are stored, with its difficulty."""

    # Ratings and leaderboards

    async def lock_ratings(self, players: Sequence[str], variant: str) -> dict[str, Rating]:
        """Return the ratings of players in a variant, by player, and lock them. Newcomers have `Rating()`."""

    async def last_races(self, players: Sequence[str], variant: str, limit: int) -> dict[str, set[str]]:
        """Return the ids of the last rated races of players in a variant, by player; without those who had none."""

    async def save_ratings(self, race: StoredRace, ratings: Mapping[str, Rating]) -> None:
        """Store the ratings of players after a race that has ended, and add them to their histories."""

    async def save_program_ratings(self, variant: str, ratings: Mapping[str, Rating]) -> None:
        """Store the ratings of programs, which have no histories."""

    async def save_places(self, places: Sequence[EarnedPlace]) -> None:
        """Replace places on leaderboards by better or worse ones, and keep the leaderboards' counts."""

    async def remove_places(self, player: str, leaderboards: Sequence[Leaderboard]) -> None:
        """Remove a player from leaderboards, and keep the leaderboards' counts."""

    async def remove_players(self, leaderboard: Leaderboard, players: Sequence[str]) -> None:
        """Remove players from a leaderboard, and keep its counts."""

    # Moderation

    async def add_decision(self, decision: Decision, reports: Sequence[str]) -> None:
        """Add a decision, which settles these reports."""

    async def lift_decision(self, decision_id: str, at: int) -> bool:
        """Lift a decision; return False if it had been lifted before."""

    async def standing_decisions(self, player: str) -> list[Decision]:
        """Return the decisions about a player that are not lifted, expired ones included, and lock the player."""

    async def sanction(self, player: str, sanction: Sanction, until: int | None) -> None:
        """Set until when a player is kept from something; None for no longer."""

    async def rename_player(self, player: str, name: str) -> None:
        """Rename a player, unless deleted."""

    async def end_session(self, player: str, session_id: str, at: int) -> bool:
        """End a session of a player; return False if it is not open."""

    async def ban_networks(self, decision: str, player: str, until: int) -> int:
        """Ban the networks where a player was seen; return how many there are."""

    async def unban_networks(self, decision: str) -> None:
        """End the bans of networks that a decision has made."""

    async def countable_game(self, game_id: str) -> CountedGame | None:
        """Return a game that has ended and counts, and lock it; None if there is none, or it does not count."""

    async def countable_games(self, player: str, limit: int) -> list[CountedGame]:
        """Return some of a player's games that have ended and count, the earliest first, and lock them."""

    async def void_games(self, decision_id: str, limit: int) -> list[CountedGame]:
        """Return some of the games that a decision has made void, and lock them."""

    async def has_running_games(self, player: str) -> bool:
        """Whether a player has ranked games that have not ended."""

    async def set_void(self, games: Sequence[str], voided_by: str | None) -> None:
        """Make results void, or valid again."""

    async def add_voiding(self, voiding: Voiding) -> None:
        """Store results to be made void or valid in the background, in place of an earlier entry of their decision."""

    async def end_voiding(self, decision_id: str) -> None:
        """Forget what has been done."""

    async def compute_anew(self, games: Sequence[CountedGame]) -> None:
        """Queue the ratings to be recomputed, in the background, from the races of these games on."""

    async def lock_recomputation(self, variant: str) -> Moment | None:
        """Return the race from which ratings have to be recomputed, and lock it; None if there is nothing to do."""

    async def rated_races(self, variant: str, since: Moment, limit: int) -> list[RatedRace]:
        """Return the first races from a moment on that have changed ratings, in the order in which they ended."""

    async def ratings_before(self, players: Sequence[str], variant: str, before: Moment) -> dict[str, Rating]:
        """Return the ratings of players before a moment, by their histories. Newcomers have `Rating()`."""

    async def races_before(
        self, players: Mapping[str, int], variant: str, before: Moment, limit: int
    ) -> dict[str, list[str]]:
        """Return the ids of the last rated races of players before a moment, by player; they had so many until then."""

    async def change_histories(self, variant: str, changes: Mapping[tuple[Moment, str], Rating | None]) -> None:
        """Replace ratings after races, by race and player; None for a race that does not count for a player."""

    async def current_ratings(self, players: Sequence[str], variant: str) -> dict[str, CurrentRating]:
        """Return the last rating in the history of each player who has played a race that counts."""

    async def set_ratings(self, variant: str, ratings: Mapping[str, Rating]) -> None:
        """Replace the current ratings of players."""

    async def move_recomputation(self, variant: str, onto: Moment | None) -> None:
        """Record how far the ratings have been recomputed: all before `onto`, or all of them."""

    # Groups

    async def lock_active_player(self, player: str) -> bool:
        """Whether a player exists and is not deleted; neither changes until the transaction ends."""

    async def lock_group(self, code: str) -> StoredGroup | None:
        """Return a group and lock it with its members."""

    async def memberships(self, group: str) -> list[Membership]:
        """Return everybody in a group, those who wait and those who were removed too, in the order of joining."""

    async def count_groups(self, player: str) -> int:
        """Return the number of groups that a player belongs to or waits for."""

    async def save_group(self, group: StoredGroup) -> None:
        """Add or replace a group."""

    async def save_membership(self, membership: Membership) -> None:
        """Add or replace a player's membership of a group."""

    async def leave_group(self, group: str, player: str) -> None:
        """Remove a player from a group. An owner has an heir; a group without members is deleted."""

    async def delete_group(self, group: str) -> None:
        """Delete a group with its memberships."""

    async def take_room(self, group: str, known: str | None, room: str) -> bool:
        """Make `room` the group's room if that is still `known`; return whether it was."""

    # Webhooks

    async def lock_webhook(self, group: str | None, webhook_id: str) -> Endpoint | None:
        """Return a webhook of a group, or of the installation, and lock it."""

    async def count_webhooks(self, group: str | None) -> int:
        """Return the number of webhooks of a group, or of the installation."""

    async def save_webhook(self, webhook: Endpoint) -> None:
        """Add or replace a webhook."""

    async def remove_webhook(self, webhook_id: str) -> None:
        """Delete a webhook with its messages."""

    # The outbox

    async def queue(self, notice: QueuedNotice) -> None:
        """Queue a notice for its due time, if this transaction is stored and somebody subscribes to it."""
