"""Why a connection ends: a stable code, with its WebSocket close code and a sentence.

Close codes from 4400 to 4499 are final; from 4500 on, the client should reconnect.
"""

from gaprace.wire.base import MAX_FRAME_BYTES, PROTOCOL
from gaprace.wire.events import Bye

FIRST_RETRY_CLOSE_CODE = 4500
CLOSE_REASONS: dict[str, tuple[int, str]] = {
    "bad_message": (4400, "This connection sent too many messages that the protocol does not know."),
    "no_identity": (4401, "You are not signed in here: reload the page, or send a token from POST /api/players."),
    "foreign_origin": (4403, "This page does not belong to this server."),
    "room_not_found": (4404, "There is no such room. Check the code; the room may have closed."),
    "kicked": (4405, "The host has removed you from this room."),
    "room_full": (4406, "All seats of this room are taken. You can still watch."),
    "room_locked": (4407, "This room is locked to new players. You can still watch."),
    "sealed_daily": (4414, "You cannot watch this daily before you have finished your own ranked game of it."),
    "players_cannot_watch": (4408, "You are playing in the current race, so you cannot also watch it."),
    "no_hello": (4409, "The first message must be hello, within ten seconds."),
    "frame_too_large": (4413, f"A message may have at most {MAX_FRAME_BYTES} bytes."),
    "room_closed": (4410, "This room has closed."),
    "left": (4411, "You have left this room."),
    "unknown_protocol": (4426, f"This server speaks protocol {PROTOCOL}. Reload the page, or update the program."),
    "too_fast": (4429, "This connection kept sending commands too fast."),
    "too_many_connections": (4430, "There are too many connections from your address."),
    "fell_behind": (4500, "The connection could not keep up. Reconnect: nothing is lost."),
    "restarting": (4501, "The server is restarting. Reconnect in a moment: nothing is lost."),
    "try_again": (4503, "Something went wrong on the server. Reconnect in a moment: nothing is lost."),
    "silent": (4504, "The connection was silent for too long. Reconnect."),
}


def bye(code: str) -> Bye:
    """Return the last message of a connection that ends for one of the `CLOSE_REASONS`."""
    close_code, message = CLOSE_REASONS[code]
    return Bye(code, message, retry=close_code >= FIRST_RETRY_CLOSE_CODE)
