"""The table of errors: every stable code that a program can meet, its status, its meaning and a remedy.

A code never changes its meaning. The exceptions of `errors` refer to it; `Refused` on the socket and problem documents
over HTTP carry it; the API documents and `Bye` derive from its row. Texts for people are in `client/i18n`, by code.

Codes that only the command line prints (`CannotServe`, `UsageError`, `BotError`) have no rows: nothing but the sentence
beside them is read.
"""

from collections.abc import Mapping
from typing import NamedTuple

FIRST_RETRY_CLOSE_CODE = 4500
"""WebSocket close codes below it are final; from it on, the client should reconnect."""
FULL_RETRY_S = 10
READ_ONLY_RETRY_S = 60


class ErrorCode(NamedTuple):
    """The row of a code."""

    status: int
    """The HTTP status."""
    meaning: str
    remedy: str
    """The advice for a program or its user."""
    close: int = 0
    """The WebSocket close code of a connection that ends for this reason; 0 if none does."""
    retry_after_s: int | None = None
    """How long a client should wait at least before it comes back."""

    @property
    def sentences(self) -> str:
        """The meaning and the remedy."""
        return f"{self.meaning} {self.remedy}"

    @property
    def is_final(self) -> bool:
        """Whether a client whose connection ends for this reason should not reconnect."""
        return self.close < FIRST_RETRY_CLOSE_CODE


_SLOWER = "Wait for the time in Retry-After; RateLimit has the remaining quota."
_FIX_BODY = "Compare the body with the schema of the route; the message names the field."
_LOOK_UP = "Check the code or id in the URL."
_ASK_AGAIN = "Try again after a moment."
_RECONNECT = "Reconnect in a moment: nothing is lost."
_MEMBER = "Send it only for your own game, in a room in which you have a seat."
_WATCH = "You can watch instead (`hello` with `watch`)."
_BAD_RECORD = "The record does not hold."

_REQUESTS = {
    "bad_body": ErrorCode(400, "The body is not JSON, or does not match the schema of the route.", _FIX_BODY),
    "bad_content_type": ErrorCode(415, "The body is not declared as JSON.", "Send Content-Type: application/json."),
    "body_too_large": ErrorCode(413, "The body is larger than the limit.", "Send a smaller one."),
    "too_slow": ErrorCode(408, "The body did not arrive in time.", "Send it again over a better connection."),
    "bad_host": ErrorCode(400, "The request does not name exactly one valid host.", "Send one Host header."),
    "unknown_host": ErrorCode(421, "The server is not configured for this host name.", "Add it to GAPRACE_HOSTS."),
    "bad_url": ErrorCode(400, "The URL contains %00.", "Remove it."),
    "bad_cursor": ErrorCode(400, "The text is not a cursor of this list.", "Take it from another page of the list."),
    "bad_filter": ErrorCode(400, "A filter has a value that it does not know.", "See the parameters of the route."),
    "bad_limit": ErrorCode(400, "The limit is not a number in its range.", "See the schema of the parameter."),
    "foreign_origin": ErrorCode(
        403, "The request comes from a page of another origin.", "Add the origin to GAPRACE_ORIGINS.", 4403
    ),
    "method_not_allowed": ErrorCode(405, "The URL does not support this method.", "See the Allow header."),
    "not_found": ErrorCode(404, "There is nothing at this URL.", "Compare it with /openapi.json."),
    "internal_error": ErrorCode(500, "The server failed unexpectedly.", "Report the number in the message."),
    "try_again": ErrorCode(503, "The server cannot do this right now.", _RECONNECT, 4503),
    "read_only": ErrorCode(
        503,
        "This site is read-only for maintenance.",
        "Look around, and come back later to play.",
        4507,
        READ_ONLY_RETRY_S,
    ),
    "invitation_needed": ErrorCode(
        403,
        "This site is private.",
        "Open your invitation link first, or send its code in the Gaprace-Invitation header.",
        4417,
    ),
    "server_full": ErrorCode(503, "The server is full.", "Come back a little later.", 4506, FULL_RETRY_S),
    "restarting": ErrorCode(503, "The server is restarting.", _RECONNECT, 4501),
    "too_many_connections": ErrorCode(
        429, "There are too many connections from your network.", "Close some of them.", 4505, FULL_RETRY_S
    ),
    "too_many_requests": ErrorCode(429, "Your address has reached its limit of requests.", _SLOWER),
    "too_many_pictures": ErrorCode(429, "Your address has reached its limit of pictures.", _SLOWER),
    "too_many_exports": ErrorCode(429, "Your address has reached its limit of exports.", _SLOWER),
}

_PLAYERS = {
    "no_identity": ErrorCode(
        401,
        "You are not signed in.",
        "Reload the page, or get a token from POST /api/v1/players and send it as Authorization: Bearer TOKEN.",
        4401,
    ),
    "token_scope": ErrorCode(
        403, "The scope of the token does not allow this.", "Use one with a wider scope, or the player's own.", 4416
    ),
    "too_many_identities": ErrorCode(
        429, "Your address has reached its limit of new players.", "Reuse the token that you have."
    ),
    "too_many_tokens": ErrorCode(409, "You have reached the limit of sessions.", "End some of them."),
    "bad_name": ErrorCode(400, "The text cannot be a name.", "Ask for another one; the message says why."),
    "wrong_name": ErrorCode(400, "The name that confirms the deletion is wrong.", "Send the name in the message."),
    "player_not_found": ErrorCode(404, "There is no player with this id.", _LOOK_UP),
    "cannot_follow": ErrorCode(400, "You cannot follow yourself or a player whom you block.", "Unblock the player."),
    "too_many_follows": ErrorCode(409, "You have reached the limit of players whom you follow.", "Unfollow some."),
    "not_friends": ErrorCode(403, "You and the player do not follow each other.", "Follow."),
    "session_not_found": ErrorCode(404, "You have no session with this id.", "GET /api/v1/me/sessions lists them."),
    "bad_recovery_code": ErrorCode(
        400, "The text cannot be a recovery code.", "Ask for it again; it has 20 characters."
    ),
    "unknown_recovery_code": ErrorCode(
        404, "No player has this recovery code.", "Ask for it again; each code works once."
    ),
    "unknown_device_code": ErrorCode(
        404,
        "No device shows this code: it was used or replaced, or has expired.",
        "Make another one on the first device.",
    ),
    "recovery_code_waits": ErrorCode(
        403, "The recovery code becomes valid a week after it was requested.", "Come back then."
    ),
    "no_recovery_code": ErrorCode(
        409, "This needs a recovery code that has been valid for a week.", "Create one first."
    ),
    "no_sign_in_here": ErrorCode(404, "This server has no sign-in with OpenID Connect.", "Use a recovery code."),
    "sign_in_ended": ErrorCode(
        400,
        "The sign-in was started in another browser, took too long, or has ended.",
        "Start again at /sign-in.",
    ),
    "sign_in_cancelled": ErrorCode(400, "The provider did not sign anybody in.", "Start again at /sign-in."),
    "account_not_allowed": ErrorCode(
        403, "This account is not allowed to sign in here.", "Ask the people who run the server."
    ),
    "provider_unavailable": ErrorCode(503, "The identity provider is not responding.", _ASK_AGAIN),
    "bad_provider": ErrorCode(
        502, "The identity provider's response could not be verified.", "Tell the people who run the server."
    ),
    "not_connected": ErrorCode(404, "You are not connected to an account of the provider.", "Connect at /sign-in."),
    "only_way_in": ErrorCode(
        409,
        "You could not sign in again without this account.",
        "Sign out instead, or delete the account.",
    ),
    "bad_subscription": ErrorCode(400, "The push subscription is invalid.", "Subscribe the browser again."),
    "no_push": ErrorCode(501, "The server sends no notifications.", "Continue without them."),
    "push_device_not_found": ErrorCode(
        404, "You have no subscribed browser with this id.", "GET /api/v1/me/push lists them."
    ),
}

_ROOMS = {
    "room_not_found": ErrorCode(404, "There is no room with this code, or it has closed.", "Check the code.", 4404),
    "room_closed": ErrorCode(404, "This room has been closed.", "Open another one.", 4410),
    "room_full": ErrorCode(409, "This room is full.", _WATCH, 4406),
    "room_locked": ErrorCode(403, "This room is locked.", _WATCH, 4407),
    "kicked": ErrorCode(403, "The host removed you from this room.", "Open another one.", 4405),
    "left": ErrorCode(403, "You left this room.", "Come back while there is a seat.", 4411),
    "players_cannot_watch": ErrorCode(
        403, "You cannot watch a race that you are playing in.", "Watch it once your game is over.", 4408
    ),
    "no_hello": ErrorCode(400, "The first message must be `hello`, within ten seconds.", "Send it first.", 4409),
    "unknown_protocol": ErrorCode(
        400,
        "The server has another version of the protocol.",
        "Reload the page, or update your program.",
        4426,
    ),
    "bad_message": ErrorCode(400, "The message does not match the protocol.", "See /asyncapi.json.", 4400),
    "frame_too_large": ErrorCode(413, "The message is larger than the limit.", "Send smaller ones.", 4413),
    "too_fast": ErrorCode(429, "The connection or its address sends commands too fast.", "Slow down.", 4429),
    "fell_behind": ErrorCode(503, "Your connection is too slow to keep up.", _RECONNECT, 4500),
    "silent": ErrorCode(503, "The connection timed out.", _RECONNECT, 4504),
    "too_many_rooms": ErrorCode(429, "Your address has reached its limit of new rooms.", _SLOWER),
    "bad_settings": ErrorCode(400, "These settings are impossible.", "The message names the setting and its limits."),
    "fixed_room": ErrorCode(409, "The settings of this room cannot be changed.", "Create a room of your own."),
    "not_host": ErrorCode(403, "Only the host or a co-host may do this.", "Ask the host."),
    "bad_role": ErrorCode(
        400, "You cannot assign this role to this member.", "See the roles in the schema of the body."
    ),
    "not_a_member": ErrorCode(403, "You have no seat in this room.", _MEMBER),
    "sits_out": ErrorCode(409, "You sit out in this room.", "Take a seat first: `sitout` with `out` false."),
    "no_players": ErrorCode(409, "The room has no players.", "Wait for others, or take a seat."),
    "no_such_team": ErrorCode(400, "The room has no such team, or no teams.", _LOOK_UP),
    "still_playing": ErrorCode(
        409, "Players join the audience when their own game has ended.", "Finish the game first."
    ),
    "no_race": ErrorCode(409, "No race runs in this room.", "Wait for `starting`."),
    "race_running": ErrorCode(409, "This is possible only between races.", "Wait for `finished`."),
    "no_certified_deal": ErrorCode(503, "No certified deal is ready.", _ASK_AGAIN),
    "sealed_deal": ErrorCode(
        400, "The deal is sealed: a daily or a ranked race is being played on it.", "Choose another one."
    ),
    "bad_text": ErrorCode(400, "The line of chat cannot be sent.", "Send text of the allowed length."),
    "muted": ErrorCode(403, "This player is muted.", "Continue without chat."),
    "chat_too_fast": ErrorCode(429, "The sender is over the rate limit of the chat.", "Wait a few seconds."),
    "audience_off": ErrorCode(403, "The host has turned off the audience chat.", "Watch without it."),
    "audience_busy": ErrorCode(
        429, "The audience chat is over its rate limit.", "Wait two seconds, and resend the line."
    ),
}

_GAMES = {
    "game_not_found": ErrorCode(404, "There is no game with this id.", _LOOK_UP),
    "position_not_found": ErrorCode(404, "The game has no position with this number.", "Take 0 to its last action."),
    "race_not_found": ErrorCode(404, "There is no race with this id.", _LOOK_UP),
    "series_not_found": ErrorCode(404, "There is no such series, or you may not see it.", _LOOK_UP),
    "not_your_game": ErrorCode(403, "The game belongs to another player.", _MEMBER),
    "not_playing": ErrorCode(409, "You have no game in this race.", _MEMBER),
    "wrong_number": ErrorCode(
        409, "The number of the action is not the next one of its game.", "Continue from the board in `refused`."
    ),
    "too_many_actions": ErrorCode(409, "The game has reached the limit of actions.", "Resign, or let it end."),
    "time_up": ErrorCode(409, "The time limit has passed.", "Wait for `finished`."),
    "game_over": ErrorCode(409, "The game has ended.", "Wait for `finished`."),
    "illegal_move": ErrorCode(
        400, "The rules do not allow the move on this board.", "Continue from the board in `refused`."
    ),
    "no_redeal": ErrorCode(409, "The variant has no shuffles.", "Undo, or resign."),
    "no_shuffle_left": ErrorCode(409, "All shuffles are spent.", "Undo, or resign."),
    "not_stuck": ErrorCode(409, "The variant allows a shuffle only when no move is left.", "Move first."),
    "nothing_to_undo": ErrorCode(409, "No action can be undone.", "Move first."),
    "nothing_to_redo": ErrorCode(409, "No undone action can be redone.", "Undo first."),
    "hints_not_allowed": ErrorCode(403, "The room does not allow hints.", "Continue without them."),
    "no_hint": ErrorCode(409, "There is no hint for this board.", "Undo, shuffle, or resign."),
    "no_solver": ErrorCode(501, "This server runs without a solver.", "Analyse the record elsewhere: gaprace solve."),
    "too_many_analyses": ErrorCode(429, "Your address has reached its limit of analyses.", _SLOWER),
    "bad_card": ErrorCode(400, "The text is not a card.", "Write one such as 6D."),
    "bad_board": ErrorCode(
        400, "The text is not a board of the variant.", "Write rows joined by /, two characters per slot."
    ),
    "bad_variant": ErrorCode(400, "There is no such variant.", "See the enumeration of variants."),
    "bad_code": ErrorCode(400, "The text is not a deal code.", "Write ten characters of Crockford's base 32."),
    "bad_secret": ErrorCode(400, "The text is not a secret.", "Write 64 hexadecimal digits."),
    "bad_commitment": ErrorCode(400, "The text is not a commitment.", "Write 64 hexadecimal digits."),
    "bad_seed": ErrorCode(400, "The text is not a seed.", "Write 32 hexadecimal digits."),
    "bad_action": ErrorCode(400, "The text is not an action.", "Write 6D@27, shuffle, undo, redo or resign."),
    "bad_transcript": ErrorCode(
        400, "The text is not a transcript.", "Write actions with their milliseconds, separated by spaces."
    ),
    "bad_record": ErrorCode(
        400, "The text is not the record of a game.", "Take it from GET /api/v1/games/{id}, once its deal is revealed."
    ),
    "bad_origin": ErrorCode(400, "The record does not say how its deal was drawn.", _BAD_RECORD),
    "time_goes_back": ErrorCode(400, "The record has an action that is earlier than the one before it.", _BAD_RECORD),
    "shuffle_mismatch": ErrorCode(400, "The record has a shuffle that does not follow from its secret.", _BAD_RECORD),
    "commitment_mismatch": ErrorCode(400, "The secret does not match the commitment.", _BAD_RECORD),
    "code_mismatch": ErrorCode(400, "The deal code does not follow from the secret and the seeds.", _BAD_RECORD),
    "candidate_mismatch": ErrorCode(400, "The daily is not the first candidate that fits.", _BAD_RECORD),
    "not_revealed": ErrorCode(
        409, "The secret is not published yet.", "Come back when the last game on the deal has ended."
    ),
}

_DAILIES = {
    "daily_not_found": ErrorCode(
        404, "There is no daily for this date and variant.", "GET /api/v1/dailies lists them."
    ),
    "daily_not_open": ErrorCode(
        403, "The daily has not started, or has ended.", "Play it as practice once it is revealed."
    ),
    "daily_played": ErrorCode(409, "You have played your ranked game of this daily.", "Play it as practice."),
    "daily_for_people": ErrorCode(403, "Programs cannot play dailies.", "Practise it once it is revealed."),
    "sealed_daily": ErrorCode(
        403,
        "This is sealed until the daily is revealed, two hours after its day.",
        "Come back after the reveal.",
        4414,
    ),
}

_CHALLENGES = {
    "challenge_not_found": ErrorCode(404, "There is no such challenge, or you may not see it.", _LOOK_UP),
    "challenge_over": ErrorCode(409, "The challenge has ended.", "Create one of your own."),
    "challenge_played": ErrorCode(409, "You have played your game of this challenge.", "See the results when it ends."),
    "challenge_full": ErrorCode(409, "The challenge is full.", "Ask for one of your own."),
    "challenge_for_people": ErrorCode(403, "Programs cannot play ranked challenges.", "Play one that is for fun."),
    "bad_challenge": ErrorCode(
        400, "This deal cannot be used for a challenge.", "Choose another; the message says why."
    ),
    "sealed_race": ErrorCode(403, "This is sealed: recorded rivals race on its deal.", "Come back in ten minutes."),
    "sealed_challenge": ErrorCode(403, "This is sealed until the challenge has ended.", "Come back at its ends_at."),
    "too_many_challenges": ErrorCode(
        429, "You have reached the limit of open challenges.", "Wait until one has ended."
    ),
}

_ARENAS = {
    "arena_not_found": ErrorCode(404, "There is no such arena, or you may not see it.", _LOOK_UP),
    "arena_begun": ErrorCode(409, "This is possible only before the arena or cup starts.", "Enter another one."),
    "arena_over": ErrorCode(409, "The arena has ended.", "Enter another one."),
    "arena_full": ErrorCode(409, "The arena is full.", "Enter another one."),
    "arena_removed": ErrorCode(403, "You were removed from the arena.", "Enter another one."),
    "arena_out": ErrorCode(409, "You have been knocked out of this cup.", "Watch the others, or enter another one."),
    "no_round": ErrorCode(409, "No round is being played.", "Wait until next_at."),
    "round_over": ErrorCode(409, "The round has ended.", "Play the next one."),
    "bad_arena": ErrorCode(
        400, "The settings of the arena are impossible.", "Change the setting that the message names."
    ),
    "too_many_arenas": ErrorCode(429, "You have reached the limit of open arenas.", "Wait until one has ended."),
}

_LEADERBOARDS = {
    "bad_leaderboard": ErrorCode(
        400, "There is no such leaderboard.", "See the enumerations of the route's parameters."
    ),
}

_PUZZLES = {
    "no_puzzle": ErrorCode(404, "There is no new puzzle for the player yet.", _ASK_AGAIN),
    "puzzle_not_found": ErrorCode(404, "There is no puzzle with this id, or no try is open.", _LOOK_UP),
    "puzzle_over": ErrorCode(409, "The player has tried this puzzle.", "GET it for its answer."),
}

_GROUPS = {
    "group_not_found": ErrorCode(404, "There is no such group, or you may not see it.", _LOOK_UP),
    "group_full": ErrorCode(409, "The group is full.", "Ask its owner."),
    "group_members_only": ErrorCode(403, "Only members may do this.", "Join first."),
    "group_owners_only": ErrorCode(403, "Only owners of the group may do this.", "Ask one of them."),
    "member_not_found": ErrorCode(404, "The player is not in the group.", _LOOK_UP),
    "removed_from_group": ErrorCode(403, "You were removed from this group.", "Ask its owner."),
    "bad_daily": ErrorCode(400, "The group cannot have this daily.", "Choose another; the message says why."),
    "bad_season": ErrorCode(400, "There is no such season of the group.", "Take it from the group's page."),
    "too_many_groups": ErrorCode(429, "You are in too many groups, or your address has created too many.", _SLOWER),
}

_WEBHOOKS = {
    "webhook_not_found": ErrorCode(404, "There is no such webhook.", _LOOK_UP),
    "bad_webhook": ErrorCode(400, "The address or the events of the webhook are invalid.", _FIX_BODY),
    "too_many_webhooks": ErrorCode(
        409, "The group or the installation has reached its limit of webhooks.", "Remove one first."
    ),
    "too_many_tests": ErrorCode(429, "Too many test messages have been sent within a minute.", _SLOWER),
}

_MODERATION = {
    "no_admin": ErrorCode(401, "The route is for moderators.", "Send one of GAPRACE_ADMIN_TOKENS as a bearer token."),
    "suspended": ErrorCode(
        403,
        "You are suspended: you can watch, but not play.",
        "Your account (GET /api/v1/me/decisions) has the reason, and you can answer there.",
        4402,
    ),
    "network_banned": ErrorCode(
        403, "Your network is banned for now: you can watch, but not play.", "Play from another network.", 4415
    ),
    "decision_not_found": ErrorCode(404, "There is no decision with this id that concerns you.", _LOOK_UP),
    "bad_decision": ErrorCode(400, "The decision is incomplete, or names something that does not exist.", _FIX_BODY),
    "already_answered": ErrorCode(409, "The player has already answered this decision.", "Wait for the moderators."),
    "does_not_count": ErrorCode(
        409, "The result does not count anywhere, so it cannot be voided or restored.", "Nothing to do."
    ),
    "own_report": ErrorCode(400, "You cannot report yourself.", "Check the player."),
    "own_block": ErrorCode(400, "You cannot block yourself.", "Check the player."),
    "too_many_blocks": ErrorCode(409, "You have reached the limit of blocked players.", "Unblock some."),
    "too_many_reports": ErrorCode(429, "You have reached the limit of reports in 24 hours.", "Continue tomorrow."),
}

ERRORS_ABOUT: Mapping[str, Mapping[str, ErrorCode]] = {
    "requests": _REQUESTS,
    "players": _PLAYERS,
    "rooms": _ROOMS,
    "games": _GAMES,
    "dailies": _DAILIES,
    "challenges": _CHALLENGES,
    "arenas": _ARENAS,
    "leaderboards": _LEADERBOARDS,
    "puzzles": _PUZZLES,
    "groups": _GROUPS,
    "webhooks": _WEBHOOKS,
    "moderation": _MODERATION,
}
"""The rows by subject, as the API documents have it; those of `requests` concern every route."""

ERRORS: Mapping[str, ErrorCode] = {code: row for rows in ERRORS_ABOUT.values() for code, row in rows.items()}
"""The row of each code."""

CLOSE_REASONS: Mapping[str, ErrorCode] = {code: row for code, row in ERRORS.items() if row.close}
"""The codes for which a connection can end."""
