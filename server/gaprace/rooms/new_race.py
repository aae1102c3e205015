"""The draw of a race: its deal, its secret, its start instant, and a game for each player."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from gaprace.errors import Refusal
from gaprace.play.events.calendar import closes_at, opens_at, reveals_at
from gaprace.play.events.event import Event, no_such_challenge
from gaprace.play.events.pools import pool_of
from gaprace.play.events.seals import Seal, daily_seal, spectator_delay_s
from gaprace.play.live.bots import level_of
from gaprace.play.live.next_draw import NextDraw, is_drawn_ahead
from gaprace.play.live.settings import choice_of, is_solo, variant_of
from gaprace.play.live.teams import scores_that_count
from gaprace.play.live.unranked import why_unranked
from gaprace.ports import DailyKey, Store, StoredCertificate, StoredGame, StoredRace
from gaprace.rooms.sealed_deals import refuse_sealed_code
from gaprace.rules.deal import SECRET_BYTES, Deal
from gaprace.rules.variants import Variant
from gaprace.wire import DailyRoom, Member, RaceView, Reveal, RoomView, Seat

COUNTDOWN_MS = 3500
"""From `starting` to the start instant: three seconds, and time for the message to arrive."""
_MINUTE_MS = 60_000


class _Drawn(NamedTuple):
    """The deal of a race, and its origin."""

    deal: Deal
    ranked: bool
    daily: DailyKey | None = None
    event: Event | None = None

    @property
    def seal(self) -> Seal | None:
        """What keeps games on the deal from others."""
        if self.event:
            return self.event.seal
        return daily_seal(self.daily.date) if self.daily else None


async def draw_race(
    store: Store, room: RoomView, players: Sequence[str], now: int, draw: NextDraw | None = None
) -> StoredRace:
    """Draw the next race of a room. A solo race starts at once, any other after the countdown.

    `draw` has the room's commitment and the received seeds; without it, there are no seeds.
    Raises `daily_not_open`, `daily_played`, `daily_not_found`, `game_not_found`, `no_certified_deal`, `sealed_deal`,
    `no_players`.
    """
    if not players:
        raise Refusal("no_players", "The room has no players: wait for others, or take a seat yourself.")
    drawn = await _drawn(store, room, players, now, draw)
    members = {member.id: member for member in room.members}
    starts_at = now if is_solo(room.settings) else now + COUNTDOWN_MS
    return StoredRace(
        id=_new_id(),
        room=room.code,
        number=room.race.number + 1 if room.race else 1,
        deal=drawn.deal,
        starts_at=starts_at,
        ends_at=_ends_at(room, starts_at),
        games=tuple(_new_game(player, members.get(player), is_ranked=drawn.ranked) for player in players),
        daily=drawn.daily,
        event=drawn.event.code if drawn.event else None,
        team_scores=scores_that_count(
            (members[player].team for player in players if player in members), room.settings.team_scores
        ),
        seal=drawn.seal,
    )


def _new_game(player: str, member: Member | None, *, is_ranked: bool) -> StoredGame:
    """Return a new game. Bots of this server are ranked nowhere, programs among programs."""
    is_bot, is_program = bool(level_of(player)), bool(member and member.program)
    ranked = is_ranked and not is_bot and not is_program
    among_programs = is_ranked and is_program and not is_bot
    team = member.team if member else 0
    return StoredGame(_new_id(), player, ranked, among_programs=among_programs, team=team)


def race_view(race: StoredRace, room: RoomView, certificate: StoredCertificate | None = None) -> RaceView:
    """Return a race of a room as everyone may see it before it starts."""
    is_ranked = any(game.ranked for game in race.games)
    delay_s = spectator_delay_s(
        room.settings,
        is_ranked=is_ranked,
        is_group=room.group is not None,
        last_start_ms=max(game.waits_ms for game in race.games),
    )
    return RaceView(
        id=race.id,
        number=race.number,
        variant=choice_of(race.deal.variant),
        commitment=race.deal.commitment,
        starts_at=race.starts_at,
        ends_at=race.ends_at,
        seats=[Seat(game.player, game.id, team=game.team, waits_ms=game.waits_ms) for game in race.games],
        ranked=is_ranked,
        unranked=why_unranked(room),
        spectator_delay_s=delay_s,
        par=certificate.par if certificate else None,
        harder_permille=certificate.harder_permille if certificate else None,
        team_scores=race.team_scores,
    )


def daily_played() -> Refusal:
    """Return the refusal of a second ranked game of a daily."""
    return Refusal("daily_played", "You have already played your ranked game of this daily: play it again as practice.")


def refuse_early(date: str, now: int) -> None:
    """Refuse to play a daily before its date. Raises `daily_not_open`."""
    if now < opens_at(date):
        raise Refusal("daily_not_open", f"The daily of {date} opens at midnight UTC: play today's.")


def refuse_closed(date: str, now: int) -> None:
    """Refuse a ranked game of a daily that does not begin on its date. Raises `daily_not_open`."""
    refuse_early(date, now)
    if now >= closes_at(date):
        raise Refusal("daily_not_open", f"The daily of {date} has closed: play it as practice.")


def fresh_secret() -> bytes:
    """Return a new secret."""
    return secrets.token_bytes(SECRET_BYTES)


def reveal_of(deal: Deal, certificate: StoredCertificate | None = None) -> Reveal:
    """Return the proof of a deal."""
    origin, seeds = deal.draw.origin.text, [seed.hex() for seed in deal.draw.seeds]
    line = certificate.line if certificate else None
    return Reveal(deal.code, deal.secret.hex(), deal.commitment, line, origin, seeds)


async def _drawn(store: Store, room: RoomView, players: Sequence[str], now: int, draw: NextDraw | None) -> _Drawn:
    if room.ghost:
        return await _deal_of_ghost(store, room.ghost)
    if room.daily:
        return await _deal_of_daily(store, room, room.daily, players, now)
    if room.challenge:
        return await _deal_of_challenge(store, room, room.challenge.code, players, now)
    variant, settings = variant_of(room.settings.variant), room.settings
    await refuse_sealed_code(store, now, settings.code)  # it may have been chosen before somebody else's race began
    ranked = why_unranked(room) is None
    if not is_drawn_ahead(settings):
        return _Drawn(Deal.chosen(variant, await _certified_code(store, variant, now), fresh_secret()), ranked)
    if draw is None or not draw.fits(settings):
        draw = NextDraw.of(settings, fresh_secret())
    return _Drawn(draw.deal(players), ranked)


async def _certified_code(store: Store, variant: Variant, now: int) -> str:
    deal = await store.take_certified(pool_of(variant), now)
    if deal is None:
        raise Refusal("no_certified_deal", "No certified deal is ready right now: try again in a moment.")
    return deal.code


async def certificate_of(store: Store, room: RoomView, deal: Deal) -> StoredCertificate | None:
    """Return the certificate of a race's deal, in a room that asks for certified deals."""
    return await store.certificate(pool_of(deal.variant), deal.code) if room.settings.certified else None


async def _deal_of_ghost(store: Store, ghost: str) -> _Drawn:
    """Return the deal of a finished game, with the same shuffles."""
    found = await store.finished_game(ghost)
    if found is None:
        raise Refusal("game_not_found", "The game to race against is no longer there.")
    return _Drawn(found[1].deal, ranked=False, daily=found[1].daily)


async def _deal_of_daily(store: Store, room: RoomView, purpose: DailyRoom, players: Sequence[str], now: int) -> _Drawn:
    daily = DailyKey(purpose.date, purpose.variant)
    if purpose.ranked:
        refuse_closed(daily.date, now)
        for player in players:
            attempt = await store.attempt(daily, player)
            # An attempt in this room without a race was begun by a peer: `add_race` will find that out.
            if attempt and (attempt.room != room.code or room.race):
                raise daily_played()
    for stored in await store.dailies(daily.date, daily.date):
        if stored.key == daily:
            return _Drawn(stored.deal, purpose.ranked, daily)
    raise Refusal("daily_not_found", f"There is no daily of {daily.date} in {daily.variant}.")


async def _deal_of_challenge(store: Store, room: RoomView, code: str, players: Sequence[str], now: int) -> _Drawn:
    challenge = await store.event(code)
    if challenge is None:
        raise no_such_challenge()
    for player in players:
        mine = challenge.entry(player)
        # As with a daily: a game in this room without a race was begun by a peer.
        if mine is None or mine.room != room.code or room.race:
            challenge.refuse_entry(player, now)
    return _Drawn(challenge.deal, challenge.ranked, event=challenge)


def _ends_at(room: RoomView, starts_at: int) -> int | None:
    if room.challenge:
        return room.challenge.ends_at
    if room.daily and room.daily.ranked:
        return reveals_at(room.daily.date)
    limit = room.settings.limit_minutes
    return None if limit is None else starts_at + limit * _MINUTE_MS


def _new_id() -> str:
    return secrets.token_hex(8)
