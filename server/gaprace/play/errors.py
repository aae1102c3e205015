"""Why a room refuses something: a stable code and a sentence."""

from typing import Literal

RoomErrorCode = Literal[
    "bad_leaderboard",
    "bad_cursor",
    "bad_message",
    "bad_settings",
    "bad_text",
    "chat_too_fast",
    "daily_not_found",
    "daily_not_open",
    "daily_played",
    "fixed_room",
    "game_not_found",
    "hints_not_allowed",
    "muted",
    "no_certified_deal",
    "no_hint",
    "no_race",
    "no_solver",
    "not_a_member",
    "not_host",
    "not_playing",
    "not_your_game",
    "race_running",
    "room_full",
    "sealed_daily",
    "sealed_deal",
    "time_up",
    "too_fast",
    "too_many_actions",
    "try_again",
    "wrong_number",
]


class RoomError(Exception):
    """A command that a room does not carry out. Nothing has changed."""

    def __init__(self, code: RoomErrorCode, message: str) -> None:
        """Refuse with a stable code and a sentence for a person."""
        super().__init__(message)
        self.code = code
        self.message = message


class NotAdmitted(Exception):
    """Somebody may not come in, or not in this part; `code` is a key of `messages.CLOSE_REASONS`."""

    def __init__(self, code: str) -> None:
        """Refuse with a stable code."""
        super().__init__(code)
        self.code = code
