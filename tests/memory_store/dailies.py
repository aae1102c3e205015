"""The part of the store in memory for dailies, their scores, leaderboards (ranks by counting) and examinations."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gaprace.play.events.closed_daily import DailyScore, EnteredGame, KnownStrength, OwnScore
from gaprace.play.events.event import daily_event
from gaprace.play.events.leaderboards import OF_RATINGS, DailyGame, EarnedPlace, Leaderboard, Place
from gaprace.play.events.strength import Estimate
from gaprace.ports import (
    Cursor,
    DailyKey,
    DailySecret,
    EarlierGame,
    FlaggedGame,
    PageRequest,
    StoredClosing,
    StoredDaily,
    StoredExamination,
    StoredField,
    StoredPage,
    StoredPlace,
)
from gaprace.rules.deal import Deal
from gaprace.rules.results import is_played
from tests.memory_store.database import MemoryClosing, MemoryExamination, MemoryPart
from tests.plain import plain


class MemoryDailies(MemoryPart):
    """Implements `DailyStore`, `LeaderboardStore`, `ScoreStore` and `ExaminationStore`."""

    # Dailies

    def add_daily(self, daily: StoredDaily) -> StoredDaily:
        self.database.events.setdefault(daily.key.event, daily_event(*daily.key, daily.deal))
        return self._with_band(self.database.dailies.setdefault(daily.key, daily))

    def commit_dailies(self, secrets: Mapping[DailyKey, DailySecret]) -> None:
        self.database.daily_secrets.update({**secrets, **self.database.daily_secrets})

    def daily_secrets(self, first: str, last: str) -> dict[DailyKey, DailySecret]:
        known = self.database.daily_secrets
        return {key: known[key] for key in sorted(known) if first <= key.date <= last}

    def dailies(self, first: str, last: str) -> list[StoredDaily]:
        dailies = self.database.dailies
        return [self._with_band(dailies[key]) for key in sorted(dailies) if first <= key.date <= last]

    def _with_band(self, daily: StoredDaily) -> StoredDaily:
        committed = self.database.daily_secrets.get(daily.key)
        return replace(daily, band=committed.band if committed else None)

    def daily_games(self, player: str, variant: str) -> list[DailyGame]:
        return [each for each in self._daily_games(player, variant) if is_played(each.result)]

    def _daily_games(self, player: str, variant: str) -> list[DailyGame]:
        """The ranked games of dailies that have ended."""
        data = self.database
        played = [(key, game) for (key, by), game in data.attempts.items() if (by, key.variant) == (player, variant)]
        games = [(key.date, data.game(game)) for key, game in sorted(played)]
        return [DailyGame(date, game.id, plain(game.result)) for date, game in games if game.ranked and game.result]

    def attempt_of(self, game_id: str) -> tuple[DailyKey, str] | None:
        if not self.database.game(game_id).ranked:
            return None
        return next((key for key, game in self.database.attempts.items() if game == game_id), None)

    # Leaderboards

    def leaderboard_page(self, leaderboard: Leaderboard, request: PageRequest, me: str | None = None) -> StoredPage:
        rows = self._rows(leaderboard)
        positions = [Cursor(row.key, row.player) for row in rows]
        mine = next((row for row in rows if row.player == me), None)
        first, last = _range(positions, request, Cursor(mine.key, mine.player) if mine else None)
        shown = rows[first:last]
        return StoredPage(
            size=len(rows),
            rows=tuple(shown),
            has_before=bool(shown) and shown[0] is not rows[0],
            has_after=bool(shown) and shown[-1] is not rows[-1],
            mine=mine,
        )

    def places_of(self, leaderboard: Leaderboard, players: Sequence[str], limit: int) -> list[StoredPlace]:
        rows = [row for row in self._rows(leaderboard) if row.player in players][:limit]
        return [replace(row, rank=1 + sum(other.key < row.key for other in rows)) for row in rows]

    def leaderboard_sizes(self, leaderboards: Sequence[Leaderboard]) -> dict[Leaderboard, int]:
        sizes = Counter(leaderboard for leaderboard, _ in self.database.places)
        return {each: sizes[each] for each in leaderboards}

    def _rows(self, leaderboard: Leaderboard) -> list[StoredPlace]:
        """All rows of a leaderboard, ranked by counting."""
        data = self.database
        places = [(place.key, player, place.game) for (of, player), place in data.places.items() if of == leaderboard]
        return [
            StoredPlace(
                rank=1 + sum(other < key for other, *_ in places),
                player=player,
                name=data.players[player].name,
                key=key,
                game=game,
                rating=data.ratings[player, leaderboard.variant] if leaderboard.kind in OF_RATINGS else None,
                result=plain(data.game(game).result),
                ended_at=data.game(game).result.ended_at,
                flags=next((each.stored.flags for each in self._examined(game) if each.stored.is_noted), None),
            )
            for key, player, game in sorted(places)
        ]

    def save_places(self, places: Sequence[EarnedPlace]) -> None:
        self.database.places.update({(each.leaderboard, each.player): Place(each.key, each.game) for each in places})

    def remove_places(self, player: str, leaderboards: Sequence[Leaderboard]) -> None:
        self.database.places.drop(lambda key, _: key[1] == player and key[0] in leaderboards)

    def remove_players(self, leaderboard: Leaderboard, players: Sequence[str]) -> None:
        self.database.places.drop(lambda key, _: key[0] == leaderboard and key[1] in players)

    # Scores

    def add_closings(self, last: str) -> None:
        for key in self.database.dailies:
            if key.date <= last:
                self.database.closings.setdefault(key, MemoryClosing(StoredClosing(key, 0, "")))

    def claim_closing(self, now: int, until: int) -> StoredClosing | None:
        closings = self.database.closings
        waiting = sorted(key for key, each in closings.items() if not each.is_done)
        first = [key for key in waiting if not any(key > each and key.variant == each.variant for each in waiting)]
        claimed = self._claim("closing", first, now, until)
        return closings[claimed].stored if claimed else None

    def field_page(self, daily: DailyKey, after: str, limit: int) -> list[EnteredGame]:
        data = self.database
        games = sorted((player, data.game(game)) for (of, player), game in data.attempts.items() if of == daily)
        field = [
            EnteredGame(player, game.id, plain(game.result), self._last_strength(player, daily))
            for player, game in games
            if game.ranked and game.result and is_played(game.result) and game.id not in self._flagged()
        ]
        return [each for each in field if each.player > after][:limit]

    def _last_strength(self, player: str, daily: DailyKey) -> KnownStrength | None:
        scores = [(key.date, its) for key, its in self._scores_of(player, daily.variant) if key.date < daily.date]
        return KnownStrength(scores[-1][0], Estimate(scores[-1][1].strength, scores[-1][1].error)) if scores else None

    def _scores_of(self, player: str, variant: str) -> list[tuple[DailyKey, DailyScore]]:
        scores = self.database.daily_scores
        own = sorted(key for key, who in scores if who == player and key.variant == variant)
        return [(key, scores[key, player]) for key in own]

    def fields(self, keys: Sequence[DailyKey]) -> dict[DailyKey, StoredField]:
        closings = self.database.closings
        found = {key: closings[key].field for key in keys if key in closings}
        return {key: field for key, field in found.items() if field and field.games}

    def daily_scores(self, daily: DailyKey, players: Sequence[str]) -> dict[str, DailyScore]:
        scores = self.database.daily_scores
        return {player: scores[daily, player] for player in players if (daily, player) in scores}

    def form(self, player: str, limit: int) -> dict[DailyKey, DailyScore]:
        variants = {key.variant for key, who in self.database.daily_scores if who == player}
        last = [each for variant in variants for each in self._scores_of(player, variant)[-limit:]]
        return dict(sorted(last, key=lambda each: each[0]))

    def reopen_closings(self, variant: str, since: str) -> None:
        closings = self.database.closings
        for key, closing in closings.items():
            if key.variant == variant and key.date >= since:
                anew = replace(closing.stored, version=closing.stored.version + 1, cursor="")
                closings.change(key, stored=anew, is_done=False)
                self.database.claims.pop(("closing", key), None)

    def lock_closing(self, closing: StoredClosing) -> bool:
        found = self.database.closings.get(closing.daily)
        return found is not None and found.stored == closing and not found.is_done

    def save_scores(self, closing: StoredClosing, scores: Sequence[DailyScore], last: str | None) -> set[str]:
        stored, daily = self.database.daily_scores, closing.daily
        before = {player: each.score for (of, player), each in stored.items() if of == daily}
        in_range = {player for player in before if closing.cursor < player and (last is None or player <= last)}
        gone = in_range - {each.player for each in scores}
        changed = gone.union(each.player for each in scores if before.get(each.player) != each.score)
        stored.drop(lambda key, _: key[0] == daily and key[1] in gone)
        stored.update({(daily, each.player): each for each in scores})
        self._renew_of_players(daily, changed)
        return gone

    def own_scores(self, players: Sequence[str], variant: str, first: str, last: str) -> dict[str, list[OwnScore]]:
        found = {
            player: [
                OwnScore(key.date, score.score, score.game)
                for key, score in self._scores_of(player, variant)
                if first <= key.date <= last
            ]
            for player in players
        }
        return {player: scores for player, scores in found.items() if scores}

    def move_closing(self, closing: StoredClosing, cursor: str, owned_until: int) -> None:
        self.database.closings.change(closing.daily, stored=replace(closing, cursor=cursor))
        self.database.claims["closing", closing.daily] = owned_until

    def end_closing(self, closing: StoredClosing, field: StoredField) -> None:
        self.database.closings[closing.daily] = MemoryClosing(closing, field=field, is_done=True)

    # Examinations

    def _examined(self, game: str) -> list[MemoryExamination]:
        """The examination of a game, if there is one."""
        return [self.database.examinations[game]] if game in self.database.examinations else []

    def _change_examination(self, game: str, **values: object) -> None:
        found = self.database.examinations[game]
        self.database.examinations.change(game, stored=replace(found.stored, **values))

    def examination(self, game: str) -> StoredExamination | None:
        return next((each.stored for each in self._examined(game)), None)

    def ask_examinations(self, asked: Mapping[str, Leaderboard], at: int) -> None:
        for game, leaderboard in asked.items():
            asked_for = MemoryExamination(StoredExamination(game, leaderboard), at)
            self.database.examinations.setdefault(game, asked_for)

    def claim_examination(self, now: int, until: int) -> StoredExamination | None:
        examinations = self.database.examinations
        waiting = sorted((each.asked_at, game) for game, each in examinations.items() if not each.stored.is_done)
        claimed = self._claim("examination", [game for _, game in waiting], now, until)
        return examinations[claimed].stored if claimed else None

    def flagged_games(self, leaderboard: Leaderboard, limit: int) -> list[FlaggedGame]:
        flagged = [self.database.examinations[game] for game in self._flagged()]
        of_board = [each for each in flagged if each.stored.leaderboard == leaderboard]
        ordered = sorted(of_board, key=lambda each: (-each.asked_at, each.stored.game))
        return [self._flagged_game(each.stored) for each in ordered[:limit]]

    def _flagged_game(self, stored: StoredExamination) -> FlaggedGame:
        game = self.database.game(stored.game)
        name = self.database.players[game.player].name
        return FlaggedGame(game.id, game.player, name, stored.flags, plain(game.result), game.result.ended_at)

    def noted_examinations(self, limit: int) -> list[StoredExamination]:
        noted = [each for each in self.database.examinations.values() if each.stored.is_noted]
        valid = [each for each in noted if self.database.game(each.stored.game).voided_by is None]
        ordered = sorted(valid, key=lambda each: (each.asked_at, each.stored.game))
        return [each.stored for each in ordered[:limit]]

    def scouts(self, event: str, player: str, before: int) -> int:
        entries = self.database.events[event].entries
        looked = [each for each in entries if each.player != player and each.at < before and each.game]
        kin = [each for each in looked if not self._networks(each.player).isdisjoint(self._networks(player))]
        return sum(not self._has_moved(each.player, each.game) for each in kin)

    def _has_moved(self, player: str, game: str) -> bool:
        actions = self.database.actions.get(game, {}).values()
        played = [result for _, _, result in self._ended_games(player) if is_played(result)]
        return bool(played) or any("@" in each.action for each in actions)

    def earlier_games(
        self, leaderboard: Leaderboard, deal: Deal, player: str, before: int, limit: int
    ) -> Sequence[EarlierGame]:
        games = [game for race in self.database.races.where(deal=deal) for game in race.games]
        ended = [game for game in games if game.result and is_played(game.result)]
        if leaderboard.kind == "daily":
            leaders = {row.game for row in self._rows(leaderboard)[:limit]}
            ended = [game for game in ended if game.id in leaders]
        others = [game for game in ended if game.result.ended_at < before and game.player != player]
        best = sorted(others, key=lambda game: (-game.result.score, game.id))[:limit]
        return [EarlierGame(game.id, game.result.transcript) for game in best]

    def save_examination(self, game: str, flags: bytes, *, noted: bool) -> bool:
        waits = any(not each.stored.is_done for each in self._examined(game))
        if waits:
            self._change_examination(game, flags=flags, is_noted=noted, is_done=True)
        return waits

    def last_examinations(self, player: str, limit: int) -> list[StoredExamination]:
        theirs = [each for game, *_ in reversed(self._ended_games(player)) for each in self._examined(game.id)]
        return [each.stored for each in theirs if each.stored.is_done][:limit]

    def leave_out(self, of: Sequence[str]) -> None:
        for game in of:
            self._change_examination(game, is_flagged=self.database.examinations[game].stored.is_noted)

    def clear_examination(self, game: str, by: str, at: int) -> bool:
        is_noted = any(each.stored.is_noted for each in self._examined(game))
        if is_noted:
            self._change_examination(game, is_noted=False, is_flagged=False, cleared_by=by, cleared_at=at)
        return is_noted

    def flagged_players(self, leaderboard: Leaderboard, players: Sequence[str]) -> set[str]:
        examinations = self.database.examinations
        games = [game for game in self._flagged() if examinations[game].stored.leaderboard == leaderboard]
        return {self.database.game(game).player for game in games} & {*players}


def _range(positions: list[Cursor], request: PageRequest, mine: Cursor | None) -> tuple[int, int]:
    if request.around and mine:
        first = max(0, positions.index(mine) - request.limit // 2)
        return first, first + request.limit
    if request.before:
        end = sum(each < request.before for each in positions)
        return max(0, end - request.limit), end
    first = sum(each <= request.after for each in positions) if request.after else 0
    return first, first + request.limit
