"""The draw of a race: its deal, its secret, its start instant, and a game for each player."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from gaprace.errors import Refusal
from gaprace.play.events.difficulty import pool_of
from gaprace.play.events.event import no_such_challenge
from gaprace.play.live.bots import level_of
from gaprace.play.live.commitment import NextDraw, is_drawn_ahead
from gaprace.play.live.phases import COUNTDOWN_MS
from gaprace.play.live.rivals import Rival
from gaprace.play.live.settings import choice_of, is_solo, variant_of, why_unranked
from gaprace.play.live.spectator_delay import spectator_delay_s
from gaprace.play.live.teams import scores_that_count
from gaprace.play.people.rating import MIN_RATED_GAMES
from gaprace.play.seals import NO_SEAL, Seal
from gaprace.ports import DailyKey, Store, StoredCertificate, StoredGame, StoredRace
from gaprace.rooms.refuse_sealed import refuse_sealed_code
from gaprace.rules.deal import SECRET_BYTES, Deal
from gaprace.rules.variants import Variant
from gaprace.wire import EventRoom, Member, RaceView, Reveal, RoomView, Seat

_MINUTE_MS = 60_000


class _Drawn(NamedTuple):
    """The deal of a race, and its origin."""

    deal: Deal
    ranked: bool
    daily: DailyKey | None = None
    event: str | None = None
    """The code of the event in which the games are."""
    seal: Seal = NO_SEAL
    """The seal that keeps games on the deal from others."""


async def draw_race(  # noqa: PLR0913 (all sources of a deal)
    store: Store,
    room: RoomView,
    players: Sequence[str],
    now: int,
    draw: NextDraw | None = None,
    *,
    rivals: Sequence[Rival] = (),
) -> StoredRace:
    """Draw the next race of a room. A solo race starts at once, any other after the countdown.

    `draw` has the room's commitment and the received seeds; without it, there are no seeds. With recorded `rivals`, the
    deal is that of their games.
    Raises `challenge_not_found`, `game_not_found`, `no_certified_deal`, `sealed_deal`, `no_players`.
    """
    if not players:
        raise Refusal("no_players", "The room has no players: wait for others, or take a seat yourself.")
    drawn = await (_deal_of_rivals(store, rivals, players) if rivals else _drawn(store, room, players, now, draw))
    recorded = {each.id: each.game for each in rivals}
    members = {member.id: member for member in room.members}
    starts_at = now if is_solo(room.settings) else now + COUNTDOWN_MS
    return StoredRace(
        id=_new_id(),
        room=room.code,
        number=room.race.number + 1 if room.race else 1,
        deal=drawn.deal,
        starts_at=starts_at,
        ends_at=_ends_at(room, starts_at),
        games=tuple(
            _new_game(player, members.get(player), recorded.get(player), is_ranked=drawn.ranked) for player in players
        ),
        daily=drawn.daily,
        event=drawn.event,
        team_scores=scores_that_count(
            (members[player].team for player in players if player in members), room.settings.team_scores
        ),
        seal=drawn.seal,
        group=room.group,
    )


def _new_game(player: str, member: Member | None, recorded: str | None, *, is_ranked: bool) -> StoredGame:
    """Return a new game. Bots of this server are ranked nowhere, programs among programs."""
    is_bot, is_program = bool(level_of(player)), bool(member and member.program)
    ranked = is_ranked and not is_bot and not is_program
    among_programs = is_ranked and is_program and not is_bot
    team = member.team if member else 0
    return StoredGame(_new_id(), player, ranked, among_programs=among_programs, team=team, recorded=recorded)


def race_view(race: StoredRace, room: RoomView, certificate: StoredCertificate | None = None) -> RaceView:
    """Return a race of a room as everyone may see it before it starts."""
    is_ranked = any(game.ranked for game in race.games)
    delay_s = spectator_delay_s(room.settings, is_ranked=is_ranked)
    return RaceView(
        id=race.id,
        number=race.number,
        variant=choice_of(race.deal.variant),
        commitment=race.deal.commitment,
        starts_at=race.starts_at,
        ends_at=race.ends_at,
        seats=[Seat(game.player, game.id, team=game.team) for game in race.games],
        ranked=is_ranked,
        unranked="recorded" if not is_ranked and any(game.recorded for game in race.games) else why_unranked(room),
        spectator_delay_s=delay_s,
        par=certificate.par if certificate else None,
        harder_permille=certificate.harder_permille if certificate else None,
        team_scores=race.team_scores,
    )


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
    if room.event:
        return await _deal_of_event(store, room.event, players)
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
    return _Drawn(found[1].deal, ranked=False, daily=found[1].daily, seal=found[1].seal)


async def _deal_of_rivals(store: Store, rivals: Sequence[Rival], players: Sequence[str]) -> _Drawn:
    """Return the deal of the recorded games, with the same shuffles. Several people are rated among themselves."""
    found = await store.finished_game(rivals[0].game)
    if found is None:
        raise Refusal("try_again", "The recorded games are no longer there: try again in a moment.")
    return _Drawn(found[1].deal, ranked=sum(not level_of(each) for each in players) >= MIN_RATED_GAMES)


async def _deal_of_event(store: Store, purpose: EventRoom, players: Sequence[str]) -> _Drawn:
    """Return the deal of an event. Whether the players may enter it is found out as the race is stored."""
    event = await store.own_event(purpose.code, players[0])
    if event is None:
        raise no_such_challenge()
    daily = DailyKey(*event.daily) if event.daily else None
    return _Drawn(event.deal, purpose.ranked, daily, None if purpose.practice else event.code, event.seal)


def _ends_at(room: RoomView, starts_at: int) -> int | None:
    if room.event and not room.event.practice:
        return room.event.ends_at
    limit = room.settings.limit_minutes
    return None if limit is None else starts_at + limit * _MINUTE_MS


def _new_id() -> str:
    return secrets.token_hex(8)
