"""The exceptions that Gaprace raises on purpose: one tree, each with a stable code and a message.

- `GapraceError`: the root. `code` is for programs and never changes its meaning; `message` is for people, names the
  wrong value and a way out, and may change.
  - `RulesError`: a violation of the rules. `at` is the number of the bad action, 0 before the first one.
    - `BadText`: a text (card, board, deal code, secret, transcript, record, variant) that cannot be read.
    - `IllegalAction`: an action that the rules do not allow as the game stands. It changes nothing.
  - `RoomError`: a room or a service refuses a command or a request. Nothing has changed.
  - `BadName`: a text that cannot be a player's name.
  - `Disconnected`: a connection has to be closed, or may not be opened.
  - `RequestError`: an HTTP request is refused; its status follows from its code.
  - `UnknownPlayer`, `UnknownRecoveryCode`, `NoRecoveryCode`, `WrongName`: an identity is gone, unknown, not proven, or
    not confirmed.
  - `SignInError`: a sign-in with OpenID Connect fails, or a player cannot be disconnected from the provider.
  - `PushError`: a browser cannot be subscribed to notifications, or is not found.
  - `GroupError`: a group does not exist for the caller, or an operation in it is not allowed.
  - `PuzzleError`: a puzzle does not exist, or an operation on it is not allowed.
  - `WebhookError`: a webhook does not exist for the caller, or its settings are invalid.
  - `ModerationError`: a report or a moderator's decision is not possible.
  - `Suspended`, `NetworkBanned`: a suspended player, or a player on a banned network, tries to play.
  - `StoreUnavailable`: the store cannot be reached.
    - `ReadOnly`: the server is read-only.
  - `ServerFull`: the server has reached a limit.
  - `BadSetting`, `CannotServe`: the server cannot start with its settings.
  - `UsageError`: a command line cannot be carried out.
  - `BotError`: a bot cannot continue.
    - `ServerBusy`: the server asks a bot to come back later.

No other class in the package declares a code of its own.
"""

from math import ceil
from typing import Literal, Self, get_args

BadTextCode = Literal[
    "bad_card",
    "bad_board",
    "bad_variant",
    "bad_code",
    "bad_secret",
    "bad_commitment",
    "bad_action",
    "bad_transcript",
    "bad_record",
    "bad_origin",
    "bad_seed",
    "commitment_mismatch",
    "code_mismatch",
    "candidate_mismatch",
    "not_revealed",
]
IllegalActionCode = Literal[
    "illegal_move",
    "no_redeal",
    "no_shuffle_left",
    "not_stuck",
    "nothing_to_undo",
    "nothing_to_redo",
    "game_over",
    "time_goes_back",
    "shuffle_mismatch",
]
RULES_ERROR_CODES: tuple[str, ...] = get_args(BadTextCode) + get_args(IllegalActionCode)
"""Every code of a `RulesError`, in the order of declaration."""

RoomErrorCode = Literal[
    "arena_begun",
    "arena_full",
    "arena_not_found",
    "arena_out",
    "arena_over",
    "arena_removed",
    "audience_busy",
    "audience_off",
    "bad_arena",
    "bad_challenge",
    "bad_cursor",
    "bad_leaderboard",
    "bad_message",
    "bad_role",
    "bad_season",
    "bad_settings",
    "bad_text",
    "challenge_for_people",
    "challenge_full",
    "challenge_not_found",
    "challenge_over",
    "challenge_played",
    "chat_too_fast",
    "daily_for_people",
    "daily_not_found",
    "daily_not_open",
    "daily_played",
    "fixed_room",
    "game_not_found",
    "hints_not_allowed",
    "muted",
    "no_certified_deal",
    "no_hint",
    "no_players",
    "no_race",
    "no_round",
    "no_solver",
    "no_such_team",
    "not_a_member",
    "not_host",
    "not_playing",
    "not_your_game",
    "race_not_found",
    "series_not_found",
    "race_running",
    "room_full",
    "round_over",
    "sits_out",
    "sealed_challenge",
    "sealed_daily",
    "sealed_deal",
    "starts_later",
    "still_playing",
    "time_up",
    "too_fast",
    "too_many_actions",
    "too_many_arenas",
    "too_many_challenges",
    "try_again",
    "wrong_number",
]

ModerationErrorCode = Literal[
    "already_answered",
    "bad_decision",
    "decision_not_found",
    "does_not_count",
    "group_not_found",
    "own_block",
    "own_report",
    "player_not_found",
    "room_not_found",
    "session_not_found",
    "too_many_blocks",
    "too_many_reports",
    "too_many_tokens",
]

GroupErrorCode = Literal[
    "bad_daily",
    "bad_role",
    "group_full",
    "group_members_only",
    "group_not_found",
    "group_owners_only",
    "member_not_found",
    "removed_from_group",
    "too_many_groups",
]

SignInErrorCode = Literal[
    "account_not_allowed",
    "bad_provider",
    "no_sign_in_here",
    "not_connected",
    "only_way_in",
    "provider_unavailable",
    "sign_in_cancelled",
    "sign_in_ended",
]

PushErrorCode = Literal[
    "bad_subscription",
    "no_push",
    "push_device_not_found",
]

PuzzleErrorCode = Literal[
    "bad_action",
    "illegal_move",
    "no_puzzle",
    "puzzle_not_found",
    "puzzle_over",
    "wrong_number",
]

WebhookErrorCode = Literal["bad_webhook", "too_many_webhooks", "webhook_not_found"]

_MAX_QUOTED_LENGTH = 60


class GapraceError(Exception):
    """The root of the tree."""

    def __init__(self, code: str, message: str) -> None:
        """Raise with a stable code and a message for a person."""
        super().__init__(message)
        self.code = code
        self.message = message


# The rules


class RulesError(GapraceError):
    """A violation of the rules by a text or an action."""

    def __init__(self, code: str, message: str, *, at: int = 0) -> None:
        """Raise for action number `at`; 0 is before the first action."""
        super().__init__(code, message)
        self.at = at

    def at_action(self, number: int) -> Self:
        """Set the number of the action, and return the error."""
        self.at = number
        return self


class BadText(RulesError):
    """A text that cannot be read."""

    def __init__(self, code: BadTextCode, message: str, *, at: int = 0) -> None:
        """See `RulesError`."""
        super().__init__(code, message, at=at)


class IllegalAction(RulesError):
    """An action that the rules do not allow as the game stands."""

    def __init__(self, code: IllegalActionCode, message: str, *, at: int = 0) -> None:
        """See `RulesError`."""
        super().__init__(code, message, at=at)


# Rooms and services


class RoomError(GapraceError):
    """A command or a request that a room or a service refuses. Nothing has changed."""

    def __init__(self, code: RoomErrorCode, message: str) -> None:
        """See `GapraceError`."""
        super().__init__(code, message)


class BadName(GapraceError):
    """A text that cannot be a player's name."""

    def __init__(self, message: str) -> None:
        """Raise with the code `bad_name`."""
        super().__init__("bad_name", message)


class Disconnected(GapraceError):
    """A connection that has to be closed, or may not be opened: its code is a key of `wire.CLOSE_REASONS`."""

    def __init__(self, code: str) -> None:
        """Raise with a key of `wire.CLOSE_REASONS`."""
        super().__init__(code, code)


class RequestError(GapraceError):
    """An HTTP request that is refused. Its status follows from its code."""

    def __init__(self, code: str, message: str, *, retry_after_s: float | None = None) -> None:
        """Raise; `retry_after_s` becomes the `Retry-After` of the response."""
        super().__init__(code, message)
        self.retry_after_s = retry_after_s


class UnknownPlayer(GapraceError):
    """An identity that is no longer valid: deleted, or recovered on another device."""

    def __init__(self) -> None:
        """Raise with the code `no_identity`."""
        super().__init__("no_identity", "This identity is no longer valid: POST /api/v1/players creates a new one.")


class UnknownRecoveryCode(GapraceError):
    """A code from another device that cannot be read, belongs to no player, or is not valid now."""


class NoRecoveryCode(GapraceError):
    """A player without a recovery code tries to sign out everywhere."""

    def __init__(self) -> None:
        """Raise with the code `no_recovery_code`."""
        super().__init__(
            "no_recovery_code",
            "To sign out everywhere, you need a recovery code that is at least a week old: it proves your identity.",
        )


class WrongName(GapraceError):
    """A deletion that was not confirmed with the current name."""

    def __init__(self, name: str, what: str = "account") -> None:
        """Raise with the code `wrong_name`; `what` would be deleted."""
        super().__init__("wrong_name", f"To delete the {what} for good, send its current name: {name}.")


class SignInError(GapraceError):
    """A sign-in with OpenID Connect that fails, or a player who cannot be disconnected. Nothing has changed."""

    def __init__(self, code: SignInErrorCode, message: str) -> None:
        """See `GapraceError`."""
        super().__init__(code, message)


class PushError(GapraceError):
    """A browser that cannot be subscribed to notifications, or that is not found. Nothing has changed."""

    def __init__(self, code: PushErrorCode, message: str) -> None:
        """See `GapraceError`."""
        super().__init__(code, message)


class GroupError(GapraceError):
    """A group that does not exist for the caller, or an operation in it that is not allowed. Nothing has changed."""

    def __init__(self, code: GroupErrorCode, message: str) -> None:
        """See `GapraceError`."""
        super().__init__(code, message)


class PuzzleError(GapraceError):
    """A puzzle that does not exist, or an operation on it that is not allowed. Nothing has changed."""

    def __init__(self, code: PuzzleErrorCode, message: str) -> None:
        """See `GapraceError`."""
        super().__init__(code, message)


class WebhookError(GapraceError):
    """A webhook that does not exist for the caller, or whose settings are invalid. Nothing has changed."""

    def __init__(self, code: WebhookErrorCode, message: str) -> None:
        super().__init__(code, message)


class ModerationError(GapraceError):
    """A report or a moderator's decision that is not possible. Nothing has changed."""

    def __init__(self, code: ModerationErrorCode, message: str) -> None:
        """See `GapraceError`."""
        super().__init__(code, message)


class Suspended(GapraceError):
    """A suspended player tries to play."""

    def __init__(self, until: str) -> None:
        """Raise with the code `suspended`; `until` is the end as a phrase."""
        super().__init__(
            "suspended",
            f"You are suspended {until}. GET /api/v1/me/decisions has the reason, and you can answer there.",
        )


class NetworkBanned(GapraceError):
    """Somebody tries to play from a banned network."""

    def __init__(self, until: str) -> None:
        """Raise with the code `network_banned`; `until` is the end as a phrase."""
        super().__init__(
            "network_banned",
            f"Nobody can play from your network {until}: a player there was banned. You can still watch.",
        )


class StoreUnavailable(GapraceError):
    """The store could not be reached or did not respond. A write may or may not have happened: try again."""

    def __init__(
        self, message: str = "The store cannot be reached: try again in a moment.", code: str = "try_again"
    ) -> None:
        """Raise with a message, and with a code if `try_again` is too vague."""
        super().__init__(code, message)


class ReadOnly(StoreUnavailable):
    """The server is in read-only mode (`GAPRACE_READ_ONLY`). Nothing has changed."""

    def __init__(self) -> None:
        """Raise with the code `read_only`."""
        super().__init__(
            "This site is read-only for maintenance: look around, and come back later to play.", "read_only"
        )


class ServerFull(GapraceError):
    """The server has reached a limit: come back later."""

    def __init__(self, reason: str, retry_after_s: float) -> None:
        """Raise with the code `server_full`; `reason` is a sentence that names the limit."""
        super().__init__("server_full", f"{reason} Try again in {ceil(retry_after_s)} s.")
        self.retry_after_s = retry_after_s


# The server and the commands


class BadSetting(GapraceError):
    """A setting with an impossible value."""

    def __init__(self, message: str) -> None:
        """Raise with the code `bad_setting`; the message names the variable and its value."""
        super().__init__("bad_setting", message)


class CannotServe(GapraceError):
    """The server cannot run with these settings, or cannot run yet."""


class UsageError(GapraceError):
    """A command line that cannot be carried out as it stands."""

    def __init__(self, message: str, code: str = "bad_usage") -> None:
        """Raise with a message, and with a code if `bad_usage` is too vague."""
        super().__init__(code, message)


class BotError(GapraceError):
    """A bot cannot continue."""


class ServerBusy(BotError):
    """The server asks a bot to come back later."""

    def __init__(self, code: str, message: str, wait_s: float) -> None:
        """Raise with the seconds to wait."""
        super().__init__(code, message)
        self.wait_s = wait_s


def quoted(value: object) -> str:
    """Return a wrong value for use inside a message: in quotes, on one line, cut at 60 characters."""
    shown = ascii(value)
    if len(shown) <= _MAX_QUOTED_LENGTH:
        return shown
    return f"{shown[:_MAX_QUOTED_LENGTH]}... ({len(shown)} characters)"


def reason_of(error: Exception) -> str:
    """Return why a step failed, as it is shown inside a sentence that names the file or the address itself.

    The text of an `OSError` would repeat both, behind a number. `urllib` wraps another one around it.
    """
    if not isinstance(error, OSError):
        return str(error)
    wrapped = getattr(error, "reason", None)
    cause = wrapped if isinstance(wrapped, OSError) else error
    return cause.strerror or str(cause)
