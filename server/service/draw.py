"""The draw of a race: deal, secret, start instant, and a game for each player. All chance of play comes from here."""

import secrets
from collections.abc import Iterable

from server.messages import RoomView
from server.play.settings import is_solo, variant_of
from server.ports import StoredGame, StoredRace
from server.rules.deal import CODES, SECRET_BYTES, Deal, code_of

COUNTDOWN_MS = 3500
"""From `starting` to the start instant: three seconds, and time for the message to arrive."""
_MINUTE_MS = 60_000


def draw_race(room: RoomView, players: Iterable[str], now: int) -> StoredRace:
    """Draw the next race of a room. Solo it starts at once, else after the countdown."""
    settings = room.settings
    variant = variant_of(settings.variant)
    code = settings.code or code_of(secrets.randbelow(CODES))
    ranked = settings.code is None and not variant.is_custom
    starts_at = now if is_solo(settings) else now + COUNTDOWN_MS
    return StoredRace(
        id=_new_id(),
        room=room.code,
        number=room.race.number + 1 if room.race else 1,
        deal=Deal(variant, code, secrets.token_bytes(SECRET_BYTES)),
        starts_at=starts_at,
        ends_at=None if settings.limit_minutes is None else starts_at + settings.limit_minutes * _MINUTE_MS,
        games=tuple(StoredGame(_new_id(), player, ranked) for player in players),
    )


def _new_id() -> str:
    return secrets.token_hex(8)
