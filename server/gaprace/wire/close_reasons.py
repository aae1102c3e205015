"""Why a connection ends: a stable code, with its WebSocket close code and a sentence.

Close codes from 4400 to 4499 are final; from 4500 on, the client should reconnect.
"""

from gaprace.wire.base import MAX_FRAME_BYTES, PROTOCOL
from gaprace.wire.events import Bye

FIRST_RETRY_CLOSE_CODE = 4500
FULL_RETRY_S = 10
READ_ONLY_RETRY_S = 60
CLOSE_REASONS: dict[str, tuple[int, str]] = {
    "bad_message": (4400, "This connection kept sending messages that the protocol does not know."),
    "no_identity": (4401, "You are not signed in: reload the page, or send a token from POST /api/v1/players."),
    "suspended": (
        4402,
        "You are suspended and can't play. Your account shows why and until when; you can still watch.",
    ),
    "network_banned": (
        4415,
        "Nobody can play from your network for now: a player there was banned. You can still watch.",
    ),
    "foreign_origin": (4403, "This page was not served by this server."),
    "token_scope": (4416, "This token can only read: you can watch, or create a token that can play."),
    "invitation_needed": (4417, "This site is private. Open your invitation link first."),
    "room_not_found": (4404, "Room not found. Check the code; the room may have closed."),
    "kicked": (4405, "The host removed you from this room."),
    "room_full": (4406, "This room is full. You can watch instead."),
    "room_locked": (4407, "This room is locked. You can watch instead."),
    "sealed_daily": (4414, "Nobody can watch this daily until it is revealed, two hours after its day."),
    "players_cannot_watch": (4408, "You can't watch a race that you are playing in."),
    "no_hello": (4409, "The first message must be hello, within ten seconds."),
    "frame_too_large": (4413, f"A message may have at most {MAX_FRAME_BYTES} bytes."),
    "room_closed": (4410, "This room has been closed."),
    "left": (4411, "You left this room."),
    "unknown_protocol": (4426, f"This server uses protocol {PROTOCOL}. Reload the page, or update your program."),
    "too_fast": (4429, "This connection kept sending commands too fast."),
    "fell_behind": (4500, "Your connection is too slow to keep up. Reconnect: nothing is lost."),
    "restarting": (4501, "The server is restarting. Reconnect in a moment: nothing is lost."),
    "try_again": (4503, "Something went wrong on the server. Reconnect in a moment: nothing is lost."),
    "silent": (4504, "The connection timed out. Reconnect: nothing is lost."),
    "too_many_connections": (4505, f"Too many connections from your network. Try again in {FULL_RETRY_S} s."),
    "read_only": (4507, "This site is read-only for maintenance: look around, and come back later to play."),
    "server_full": (4506, f"The server is full. Try again in {FULL_RETRY_S} s."),
}
RETRY_AFTER_S = {"too_many_connections": FULL_RETRY_S, "server_full": FULL_RETRY_S, "read_only": READ_ONLY_RETRY_S}
"""How long a client should wait at least before it comes back, by code; it may come at once for all others."""


def bye(code: str) -> Bye:
    """Return the last message of a connection that ends for one of the `CLOSE_REASONS`."""
    close_code, message = CLOSE_REASONS[code]
    return Bye(code, message, close_code >= FIRST_RETRY_CLOSE_CODE, RETRY_AFTER_S.get(code))
