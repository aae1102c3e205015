"""Profiles: a player's public page, and the export of everything stored about a player."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from cachetools import LRUCache

from gaprace import ports
from gaprace.events.dailies import own_date, played_dates
from gaprace.moderation.decisions import own_decision
from gaprace.notices.push_subscriptions import shown_device
from gaprace.play.events.arena import Arena
from gaprace.play.events.calendar import DAY_MS, date_of
from gaprace.play.events.closed_daily import THOUSAND, DailyScore
from gaprace.play.events.event import Event
from gaprace.play.events.leaderboards import DAILY_VARIANTS, DailyGame, dates_of, value_of
from gaprace.play.events.streaks import longest_streak, streak_of
from gaprace.play.events.windows import BEHIND_MS, FINISH_GRACE_MS
from gaprace.play.live.settings import choice_of
from gaprace.play.people.achievements import GIANT_RACE_PEOPLE, STREAKS, achieved
from gaprace.play.people.figures import BestGame, Figures, Milestone, VariantFigures
from gaprace.play.people.rating import Rating
from gaprace.wire import http

MAX_PAGES = 500
"""Pages that are remembered."""
MAX_PAGE_AGE_MS = 10_000
MAX_RATING_POINTS = 100
"""Points in the history of a rating on a page."""
MAX_FORM_POINTS = 100
"""Dailies in the form of a variant on a page."""
MAX_ACCURACY_POINTS = 100
"""Analysed games on a page."""
MAX_EXPORTED_CHALLENGES = 100_000
CALENDAR_DAYS = 366
"""Days in the calendar of a page."""
EXPORT_BATCH_SIZE = 100
"""Games that an export holds in memory at a time."""
_ALL = 2**31 - 1


class _PageKey(NamedTuple):
    """The state on which a page depends; a cached page with an equal key is current."""

    name: str
    last_ended_at: int | None
    today: str
    period: int


class Profiles:
    """Reads what is stored about players."""

    def __init__(self, store: ports.Store, clock: ports.Clock) -> None:
        self._store = store
        self._clock = clock
        self._pages: LRUCache[tuple[str, bool], tuple[_PageKey, http.PlayerPage]] = LRUCache(MAX_PAGES)
        """By player, and whether it is the one that the player sees."""

    # Public page

    async def page(self, player_id: str, me: str | None = None, zone: str = "") -> http.PlayerPage | None:
        """Return a player's page as player `me`, whose time zone it is, may see it; None if there is no such player.

        To others, a game is as if it did not exist until its seal is lifted for everybody.
        It is made anew when the player has another name or has ended another game, on the next day, and after
        `MAX_PAGE_AGE_MS`, because the races of the last games may have ended since.
        """
        player = await self._store.player(player_id)
        if player is None or player.deleted_at is not None:
            return None
        now, is_own = self._clock.now(), me == player_id
        # To others, a streak goes on with the first date whose daily is still sealed.
        first_sealed = date_of(now - BEHIND_MS - FINISH_GRACE_MS)
        today = await own_date(self._store, player_id, zone, now) if is_own else first_sealed
        key = _PageKey(player.name, await self._store.last_ended_at(player_id), today, now // MAX_PAGE_AGE_MS)
        known = self._pages.get((player_id, is_own))
        if known is None or known[0] != key:
            known = self._pages[player_id, is_own] = key, await self._page(player, today, is_own=is_own)
        return known[1]

    async def _page(self, player: ports.StoredPlayer, today: str, *, is_own: bool) -> http.PlayerPage:
        player_id, now = player.id, self._clock.now()
        figures = await self._store.figures(player_id, GIANT_RACE_PEOPLE, now, sealed=is_own)
        dailies = await self._dailies(player_id)
        if not is_own:
            dailies = {of: [each for each in games if each.date < today] for of, games in dailies.items()}
        return http.PlayerPage(
            id=player.id,
            name=player.name,
            created_at=player.created_at,
            games=figures.totals.games,
            wins=figures.totals.wins,
            statistics=[_figures(variant, each) for variant, each in figures.variants.items()],
            streak=streak_of(dates_of(dailies.values()), today),
            calendar=self._calendar(dailies),
            ratings=await self._ratings(player_id, MAX_RATING_POINTS),
            form=_form(await self._store.form(player_id, MAX_FORM_POINTS)),
            achievements=await self._achievements(figures, dailies),
            accuracy=await self._store.accuracies(player_id, MAX_ACCURACY_POINTS),
        )

    async def totals(self, player_id: str) -> tuple[str, int, int] | None:
        """Return a player's name and the numbers of finished and won ranked games; None if there is no such player."""
        player = await self._store.player(player_id)
        if player is None or player.deleted_at is not None:
            return None
        totals = (await self._store.figures(player_id, GIANT_RACE_PEOPLE, self._clock.now())).totals
        return player.name, totals.games, totals.wins

    async def _dailies(self, player_id: str) -> dict[str, list[DailyGame]]:
        return {variant: await self._store.daily_games(player_id, variant) for variant in DAILY_VARIANTS}

    def _calendar(self, dailies: Mapping[str, Sequence[DailyGame]]) -> list[http.CalendarDay]:
        since = date_of(self._clock.now() - (CALENDAR_DAYS - 1) * DAY_MS)
        days = [
            http.CalendarDay(game.date, variant, game.game, game.result.won, game.result.score)
            for variant, games in dailies.items()
            for game in games
            if game.date >= since
        ]
        return sorted(days, key=lambda day: (day.date, day.variant))

    async def _ratings(self, player_id: str, most: int) -> list[http.PlayerRating]:
        ratings = await self._store.ratings(player_id)
        return [
            _rating(variant, rating, await self._store.rating_history(player_id, variant, most))
            for variant, rating in ratings.items()
        ]

    async def _achievements(
        self, figures: Figures, dailies: Mapping[str, Sequence[DailyGame]]
    ) -> list[http.Achievement]:
        streaks: dict[http.AchievementName, Milestone | None] = {}
        games = {game.date: game for played in dailies.values() for game in played}
        for name, length in STREAKS.items():
            end = _streak_end(dict(sorted(games.items())), length)
            streaks[name] = await self._ended(end.game) if end else None
        return achieved(figures, streaks)

    async def _ended(self, game_id: str) -> Milestone:
        found = await self._store.finished_game(game_id)
        result = found[0].result if found else None
        return Milestone(game_id, result.ended_at if result else 0)

    # Export

    async def export(self, player: ports.StoredPlayer) -> AsyncIterator[bytes]:
        """Yield everything stored about a player as the JSON of an `Export`, in chunks, because it may be large."""
        export = http.Export(self._clock.now(), _record(player), await self._records(player), [])
        yield msgspec.json.encode(export).removesuffix(b"]}")
        ids = await self._store.game_ids(player.id)
        for at in range(0, len(ids), EXPORT_BATCH_SIZE):
            yield (b"," if at else b"") + await self._exported(player.id, ids[at : at + EXPORT_BATCH_SIZE])
        yield b"]}"

    async def _records(self, player: ports.StoredPlayer) -> dict[str, object]:
        """Return all but the games of a player, by subject."""
        store, me = self._store, player.id
        presence = await store.presence(me)
        return {
            "rooms": await store.rooms_naming(me),
            "streak": streak_of(await played_dates(store, me), date_of(self._clock.now())),
            "ratings": await self._ratings(me, _ALL),
            "form": _form(await store.form(me, _ALL)),
            "accuracy": await self._store.accuracies(me, _ALL),
            "places": [_place(each) for each in await store.own_places(me)],
            "challenges": [_linked(each, me, _OF_CHALLENGE) for each in await self._own_challenges(me)],
            "arenas": [_linked(each, me, _OF_ARENA) for each in await self._own_arenas(me)],
            "groups": [{"name": each.group.name, **_record(each.mine)} for each in await store.groups_of(me)],
            "blocks": [_record(each) for each in await store.blocks(me)],
            "follows": [_record(each.mine) for each in await store.followed_by(me)],
            "presence": _record(presence) if presence else None,
            "seen_deals": [self._seen(each) for each in await store.seen_deals(me)],
            "sessions": [_record(each) for each in await store.open_sessions(me)],
            "accounts": [_record(each) for each in await store.subjects_of(me)],
            "push": [shown_device(each) for each in await store.push_subscriptions(me)],
            "puzzles": [_record(each) for each in await store.puzzle_tries(me)],
            "mistakes": [each._asdict() for each in await store.mistakes(me, _ALL)],
            "reports": [{name: getattr(each, name) for name in _OF_REPORT} for each in await store.reports_by(me)],
            "decisions": [own_decision(each, player.name) for each in await store.decisions(_ALL, player=me)],
        }

    def _seen(self, seen: ports.SeenDeal) -> http.Stored:
        """Return a deal that was seen; on the first day without its code, since others may still play it."""
        return {"at": seen.at} | ({"code": seen.code} if self._clock.now() - seen.at >= DAY_MS else {})

    async def _own_challenges(self, player: str) -> list[Event]:
        """Return the challenges that a player has made or entered, and the dailies of groups that were entered."""
        found = await self._store.challenges_of(player, 0, MAX_EXPORTED_CHALLENGES)
        own = [each for each in found if each.player == player or each.entry(player)]
        return own + await self._store.group_dailies_of(player)

    async def _own_arenas(self, player: str) -> list[Arena]:
        """Return the arenas that a player has organised, helps to organise, or has entered."""
        found = await self._store.arenas_of(player, 0, MAX_EXPORTED_CHALLENGES)
        return [each for each in found if player in {each.player, *each.cohosts} or each.entry(player)]

    async def _exported(self, player_id: str, ids: Sequence[str]) -> bytes:
        """Return a batch of games as JSON, without the brackets of the list."""
        # In this order: a game that ends between the two queries then has its whole transcript.
        actions = await self._store.actions(ids)
        games = await self._store.own_games(player_id, ids)
        exported = [_exported(each, actions[each.games[0].id], self._code(each)) for each in games]
        return msgspec.json.encode(exported)[1:-1]

    def _code(self, race: ports.StoredRace) -> str | None:
        return race.deal.code if race.seal.is_lifted(self._clock.now()) else None


def _figures(variant: str, figures: VariantFigures) -> http.VariantStatistics:
    best, fastest = figures.best or BestGame(0, ""), figures.fastest
    return http.VariantStatistics(
        variant=variant,
        games=figures.games,
        wins=figures.wins,
        best_score=best.value,
        best_score_game=best.game,
        best_time_ms=fastest.value if fastest else None,
        best_time_game=fastest.game if fastest else None,
    )


def _rating(variant: str, rating: Rating, history: list[http.RatingPoint]) -> http.PlayerRating:
    return http.PlayerRating(
        variant=variant,
        value=rating.value,
        sigma=rating.shown_sigma,
        races=rating.races,
        provisional=rating.is_provisional,
        history=history,
    )


def _form(scores: Mapping[ports.DailyKey, DailyScore]) -> list[http.Form]:
    variants = sorted({daily.variant for daily in scores})
    return [
        http.Form(each, [_point(daily, scores[daily]) for daily in scores if daily.variant == each])
        for each in variants
    ]


def _point(daily: ports.DailyKey, score: DailyScore) -> http.FormPoint:
    duplicate = score.score / THOUSAND
    return http.FormPoint(daily.date, score.strength, score.error, duplicate, score.performance, score.game)


def _streak_end(games: Mapping[str, DailyGame], length: int) -> DailyGame | None:
    """Return the game that first completed a streak of `length` days, by date; None if there is none."""
    dates = [*games]
    for at in range(length, len(dates) + 1):
        if len(longest_streak(dates[at - length : at])) == length:
            return games[dates[at - 1]]
    return None


def _place(place: ports.OwnPlace) -> http.Stored:
    value = value_of(place.leaderboard.kind, place.key)
    return {"leaderboard": place.leaderboard.text, "value": value, "game": place.game}


_HIDDEN = {"generation", "kin", "network", "next_recovery_hash", "recovery_hash"}
"""Fields of records that are for the server alone."""
_OF_CHALLENGE = ("code", "kind", "label", "group", "opens_at", "ends_at", "ended_at", "places", "ranked")
_OF_ARENA = ("code", "name", "group", "made_at", "starts_at", "ended_at")
_OF_REPORT = ("id", "at", "player", "reason", "note", "game", "room", "line", "group")


def _record(stored: object) -> http.Stored:
    """Return what a record has, as its player may know it."""
    return {name: value for name, value in msgspec.to_builtins(stored).items() if name not in _HIDDEN}


def _linked(event: Event | Arena, player: str, names: Iterable[str]) -> http.Stored:
    """Return a challenge or an arena, and the player's part in it."""
    mine = event.entry(player)
    part = {"made": event.player == player, "cohost": isinstance(event, Arena) and player in event.cohosts}
    return {name: getattr(event, name) for name in names} | part | {"entry": _record(mine) if mine else None}


def _exported(race: ports.StoredRace, actions: Sequence[ports.StoredAction], code: str | None) -> http.Stored:
    """Return the one game of a race."""
    (game,) = race.games
    of_race = {"race": race.id, "room": race.room, "started_at": race.starts_at, "code": code, "event": race.event}
    running = {} if game.result else {"transcript": " ".join(f"{each.action}:{each.ms}" for each in actions)}
    return _record(game) | of_race | {"variant": choice_of(race.deal.variant)} | running
