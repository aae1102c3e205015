"""Challenges: creating, entering and playing them, and ending them when everybody has finished or the time is up."""

import secrets
from collections.abc import Mapping
from dataclasses import replace as replaced
from typing import NamedTuple

from msgspec.structs import replace

from gaprace.errors import Refusal, quoted
from gaprace.events.link_access import require_visible_challenge
from gaprace.groups.access import require_readable_group, require_visible_group
from gaprace.play.events import event as rules
from gaprace.play.events.calendar import instant_text
from gaprace.play.events.difficulty import pool_of
from gaprace.play.events.event import HOUR_MS, MAX_OPEN, MAX_PLAYERS, SHOWN_MS, Entry
from gaprace.play.live.settings import choice_of
from gaprace.play.notices.push import challenge_notices
from gaprace.play.people.group_roles import member_for
from gaprace.play.standings import SCORE_DIGITS, standings
from gaprace.ports import Clock, Store, StoredPlayer, StoredRace, Transaction
from gaprace.rooms.endings import end_event
from gaprace.rooms.new_race import fresh_secret
from gaprace.rooms.refuse_sealed import refuse_sealed
from gaprace.rooms.registry import RoomRegistry
from gaprace.rooms.timers import take_each
from gaprace.rules.codes import CODE_ALPHABET
from gaprace.rules.deal import Deal
from gaprace.rules.draw import NO_SEED
from gaprace.rules.results import fields_of, is_played
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.wire import http

MAX_SHOWN = 50
"""Challenges on a list."""


class _Choice(NamedTuple):
    """The deal of a new challenge."""

    deal: Deal
    game: str | None = None
    """The challenger's game on it, which is the one to beat."""


class Challenges:
    """Makes challenges, shows them, and opens rooms to play them."""

    def __init__(self, store: Store, clock: Clock, rooms: RoomRegistry) -> None:
        self._store, self._clock, self._rooms = store, clock, rooms

    async def end_due(self) -> None:
        """End the challenges whose time is up, unless a game is still being ended."""
        now = self._clock.now()
        due = await self._store.due_events(now)
        await take_each(due, lambda code: self._end(code, now), "ending a challenge")

    async def _end(self, code: str, now: int) -> None:
        async def work(tx: Transaction) -> None:
            await end_event(tx, code, now)

        await self._store.transact(work)

    # Making

    async def create(self, player: StoredPlayer, new: http.NewChallenge) -> http.Challenge:
        """Make a challenge. The challenger takes the first place in it. Raises `too_many_challenges`."""
        group = await self._group(new.group, player.id) if new.group else None
        deal, game = await self._chosen(player, new)
        now, ranked = self._clock.now(), new.ranked and new.deal in {"random", "certified"}
        made = rules.Event(
            code=new_code(),
            kind="challenge",
            deal=deal,
            player=player.id,
            opens_at=now,
            closes_at=now + new.hours * HOUR_MS,
            ends_at=now + new.hours * HOUR_MS,
            ranked=ranked,
            lifted="end" if ranked else "own_game",
            places=new.places,
            limit=new.places or MAX_PLAYERS,
            ends_early=True,
            group=group,
            entries=(Entry(player.id, now, game),),
        )

        async def work(tx: Transaction) -> None:
            if not await tx.lock_active_player(player.id):
                raise rules.no_such_challenge()
            if await tx.count_challenges(player.id) >= MAX_OPEN:
                raise Refusal("too_many_challenges", f"{MAX_OPEN} of your challenges are open: wait until one ends.")
            await tx.add_event(made)
            for notice in challenge_notices(made.code, now, made.ends_at, group):
                await tx.queue(notice)

        await self._store.transact(work)
        return await self.view(made.code, player.id)

    async def _group(self, code: str, player: str) -> str:
        """Return the code of a group whose members a player may challenge."""
        group, mine = await require_visible_group(self._store, code, player)
        member_for("see", mine, private=group.private)
        return group.code

    async def _chosen(self, player: StoredPlayer, new: http.NewChallenge) -> _Choice:
        if new.deal == "game":
            return await self._deal_of_game(player.id, new.game)
        variant = VARIANTS.get(new.variant)
        if variant is None:
            known = ", ".join(VARIANTS)
            raise Refusal("bad_challenge", f"There is no variant {quoted(new.variant)}: choose one of {known}.")
        if new.deal == "daily":
            return _Choice(await self._deal_of_daily(new.date, new.variant))
        if new.deal == "certified":
            return _Choice(Deal.chosen(variant, await self._certified_code(variant), fresh_secret()))
        return _Choice(Deal.drawn(variant, fresh_secret(), [NO_SEED]))

    async def _deal_of_game(self, player: str, game_id: str | None) -> _Choice:
        """Return the deal of a finished game of the challenger."""
        game, race = await self._store.finished_game(game_id or "") or (None, None)
        if game is None or race is None or race.ended_at is None or game.player != player or not game.result:
            raise Refusal("game_not_found", "Game not found among your own: play it to its end first.")
        refuse_sealed(race, None, self._clock.now())
        if not is_played(game.result):
            raise Refusal("bad_challenge", "There is nothing to beat in a game without a move: play it first.")
        return _Choice(race.deal, game.id)

    async def _deal_of_daily(self, date: str | None, variant: str) -> Deal:
        dailies = await self._store.dailies(date or "", date or "")
        found = next((each for each in dailies if each.key.variant == variant), None)
        if date is None or found is None:
            raise Refusal("daily_not_found", f"There is no daily of {variant} on this date: choose another one.")
        seal = found.event.seal
        if not seal.is_lifted(self._clock.now()):
            revealed = instant_text(seal.until)
            raise Refusal("sealed_daily", f"The daily of {date} ({variant}) can be taken from {revealed}.")
        return found.deal

    async def _certified_code(self, variant: Variant) -> str:
        deal = await self._store.take_certified(pool_of(variant), self._clock.now())
        if deal is None:
            raise Refusal("no_certified_deal", "No certified deal is ready right now: try again in a moment.")
        return deal.code

    # Places and games

    async def enter(self, player: StoredPlayer, code: str) -> http.Challenge:
        """Take a place, to play later. Raises `challenge_not_found`."""
        await self._enterable(player, code)

        async def work(tx: Transaction) -> None:
            challenge = await tx.lock_event(code)
            if challenge is None:
                raise rules.no_such_challenge()
            if challenge.entry(player.id) is None:
                challenge.refuse_entry(player.id, self._clock.now())
                await tx.save_entry(code, player.id, self._clock.now(), None)

        await self._store.transact(work)
        return await self.view(code, player.id)

    async def leave(self, player: StoredPlayer, code: str) -> http.Challenge:
        """Leave a challenge, unless the player's game has begun."""
        _with_places(await require_visible_challenge(self._store, code, player.id))

        async def work(tx: Transaction) -> None:
            await tx.lock_event(code)
            await tx.remove_entry(code, player.id)

        await self._store.transact(work)
        return await self.view(code, player.id)

    async def play(self, player: StoredPlayer, code: str) -> str:
        """Return the code of the room for a player's one game: that in which it runs, or a new one.

        Raises `challenge_not_found`, `challenge_for_people`.
        """
        challenge = await self._enterable(player, code)
        mine = challenge.entry(player.id)
        if mine and mine.room and not mine.ended:
            return mine.room
        challenge.refuse_entry(player.id, self._clock.now())
        if player.program and challenge.ranked:
            raise Refusal("challenge_for_people", "Programs cannot play ranked challenges.")
        variant = choice_of(challenge.deal.variant)
        return (await self._rooms.create_for_one(player, variant, challenge.room())).code

    async def _enterable(self, player: StoredPlayer, code: str) -> rules.Event:
        challenge = _with_places(await require_visible_challenge(self._store, code, player.id))
        if challenge.group:
            group, mine = await require_readable_group(self._store, challenge.group, player.id)
            member_for("see", mine, private=group.private)
        return challenge

    # Showing

    async def view(self, code: str, me: str | None) -> http.Challenge:
        """Return a challenge, as player `me` may see it."""
        challenge = await require_visible_challenge(self._store, code, me)
        if challenge.ended_at is None and challenge.closes_at <= self._clock.now():
            await self._end(code, self._clock.now())
            challenge = await require_visible_challenge(self._store, code, me)
        return await self._shown(challenge, me, results=True)

    async def of_player(self, player: str) -> http.ChallengeList:
        """Return a player's challenges that are open or ended a few days ago, without results."""
        now, apart = self._clock.now(), await self._store.kept_apart(player)
        found = await self._store.challenges_of(player, now - SHOWN_MS, MAX_SHOWN)
        mine = [each for each in found if each.entry(player) or each.player not in apart]
        return http.ChallengeList([await self._shown(each, player, results=False) for each in mine])

    async def of_group(self, code: str, me: str | None) -> http.ChallengeList:
        """Return the latest challenges of a group."""
        group = (await require_readable_group(self._store, code, me)).group
        found = await self._store.group_challenges(group.code, MAX_SHOWN)
        return http.ChallengeList([await self._shown(each, me, results=True) for each in found])

    async def _shown(self, challenge: rules.Event, me: str | None, *, results: bool) -> http.Challenge:
        now, mine = self._clock.now(), challenge.entry(me)
        race = await self._store.race(challenge.code) if results else None
        names = await self._store.names([challenge.player, *(each.player for each in challenge.entries)])
        group = await self._store.group(challenge.group) if challenge.group else None
        certificate = await self._certificate(challenge)
        is_open = not challenge.seal.holds(me, now)
        return http.Challenge(
            code=challenge.code,
            player=challenge.player,
            name=names.get(challenge.player, ""),
            variant=choice_of(challenge.deal.variant),
            commitment=challenge.deal.commitment,
            made_at=challenge.opens_at,
            ends_at=challenge.ends_at,
            ranked=challenge.ranked,
            order=challenge.order,
            players=[
                http.ChallengePlayer(each.player, names.get(each.player, ""), entry_state(each))
                for each in challenge.entries
            ],
            places=challenge.places,
            group=challenge.group,
            group_name=group.name if group else None,
            date=challenge.label if challenge.kind == "group_daily" else None,
            arena=challenge.parent,
            daily=http.DailyName(*challenge.daily) if challenge.daily else None,
            certificate=certificate,
            ended_at=challenge.ended_at,
            mine=entry_state(mine) if mine else None,
            room=mine.room if mine and not mine.ended else None,
            game=mine.game if mine and mine.ended else None,
            target=_target(challenge, race, names, is_open=is_open) if race else None,
            results=challenge_results(race, names) if race and is_open else [],
        )

    async def _certificate(self, challenge: rules.Event) -> http.Certificate | None:
        deal = challenge.deal
        if not challenge.ranked or deal.draw.origin.kind != "chosen":
            return None
        proved = await self._store.certificate(pool_of(deal.variant), deal.code)
        return http.Certificate(proved.par, proved.harder_permille) if proved else None


def _with_places(challenge: rules.Event) -> rules.Event:
    """Return a challenge that players enter by themselves: a round of an arena is entered by its arena."""
    if challenge.kind == "round":
        raise rules.no_such_challenge()
    return challenge


def new_code() -> str:
    """Return a code that nobody can guess."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(rules.CODE_LENGTH))


def entry_state(entry: Entry) -> http.ChallengeState:
    """Return how far the game of a place is."""
    if entry.ended:
        return "done"
    return "waits" if entry.game is None else "plays"


def _target(
    challenge: rules.Event, race: StoredRace, names: Mapping[str, str], *, is_open: bool
) -> http.ChallengeGame | None:
    """Return the game to beat: that of the challenger, if it was played before the challenge was made.

    It leads to its replay only once that is open to the reader.
    """
    own = [game for game in race.games if game.player == challenge.player and game.result]
    if not own or own[0].result is None or own[0].result.ended_at > challenge.opens_at:
        return None
    targets = challenge_results(replaced(race, games=(own[0],)), names)
    return next((target if is_open else replace(target, game=None) for target in targets), None)


def challenge_results(race: StoredRace, names: Mapping[str, str]) -> list[http.ChallengeGame]:
    """Return the results, best first; games without a move, and void ones, are none."""
    games = {game.player: game.id for game in race.games}
    results = {player: result for player, result in race.valid_results.items() if is_played(result)}
    return [
        http.ChallengeGame(
            **fields_of(place.result),
            player=place.player,
            name=names.get(place.player, ""),
            game=games[place.player],
            rank=place.rank,
            imps=None if place.imps is None else round(place.imps, SCORE_DIGITS),
        )
        for place in standings(results, race.order, race.deal.variant)
    ]
