"""Why a connection ends: code -> (WebSocket close code, sentence). 44xx stop, 45xx come back."""

from gaprace.wire.base import MAX_FRAME_BYTES, PROTOCOL
from gaprace.wire.events import Bye

FIRST_RETRY_CLOSE_CODE = 4500
CLOSE_REASONS: dict[str, tuple[int, str]] = {
    "bad_message": (4400, "This connection sent something that is no message of this protocol, again and again."),
    "no_identity": (4401, "Who you are is not known here: reload the page, or send a token of POST /api/players."),
    "foreign_origin": (4403, "This page does not belong to this server."),
    "room_not_found": (4404, "There is no such room: check the code, it may have closed."),
    "kicked": (4405, "The host has sent you away from this room."),
    "room_full": (4406, "All seats of this room are taken: watch instead."),
    "room_locked": (4407, "This room is locked: watch instead."),
    "sealed_daily": (4414, "This daily is sealed for you until your own ranked game of it has ended: play it first."),
    "players_cannot_watch": (4408, "You play in the running race, so you cannot watch it too."),
    "no_hello": (4409, "The first message has to be hello, within ten seconds."),
    "frame_too_large": (4413, f"A message may have {MAX_FRAME_BYTES} bytes."),
    "room_closed": (4410, "This room has closed."),
    "left": (4411, "You have left this room."),
    "unknown_protocol": (4426, f"This server speaks protocol {PROTOCOL}: reload the page, or update the program."),
    "too_fast": (4429, "This connection sent commands too fast, again and again."),
    "too_many_connections": (4430, "Too many connections come from your address."),
    "fell_behind": (4500, "The connection could not keep up: come back, nothing is lost."),
    "restarting": (4501, "The server restarts: come back in a moment, nothing is lost."),
    "try_again": (4503, "Something went wrong here: come back in a moment, nothing is lost."),
    "silent": (4504, "Nothing was heard for too long: come back."),
}


def bye(code: str) -> Bye:
    """Make the last message for one of `CLOSE_REASONS`."""
    close_code, message = CLOSE_REASONS[code]
    return Bye(code, message, retry=close_code >= FIRST_RETRY_CLOSE_CODE)
