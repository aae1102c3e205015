"""Every stable code that a program can meet: what it means, and what to do about it.

A code never changes its meaning. Codes appear in `Refused` on the socket, in problem documents over HTTP, and on the
command line; the codes of closed connections are in `close_reasons`.
"""

from typing import NamedTuple


class Code(NamedTuple):
    """The description of a code."""

    meaning: str
    remedy: str
    """What a program or its user can do."""


_SIGN_IN = "Get a token from POST /api/v1/players, and send it as Authorization: Bearer TOKEN."
_SLOWER = "Wait for the time in Retry-After; RateLimit has the remaining quota."
_FIX_BODY = "Compare the body with the schema of the route; the message names the field."
_LOOK_UP = "Check the code or id in the URL."
_ASK_AGAIN = "Try again after a moment."
_MEMBER = "Send it only for your own game, in a room in which you have a seat."
_MODERATION = "Tell the player; GET /api/v1/me/decisions has the reason, and the player can answer there."

CODES: dict[str, Code] = {
    # Requests
    "bad_body": Code("The body is not JSON, or does not match the schema of the route.", _FIX_BODY),
    "bad_content_type": Code("The body is not declared as JSON.", "Send Content-Type: application/json."),
    "body_too_large": Code("The body is larger than the limit.", "Send a smaller one."),
    "too_slow": Code("The body did not arrive in time.", "Send it again over a better connection."),
    "bad_host": Code("The request does not name exactly one valid host.", "Send one Host header."),
    "unknown_host": Code(
        "The server is not configured for this host name.", "Add the name to GAPRACE_HOSTS on the server."
    ),
    "bad_url": Code("The URL contains %00.", "Remove it."),
    "foreign_origin": Code(
        "The request comes from a page of another origin.", "Add the origin to GAPRACE_ORIGINS on the server."
    ),
    "method_not_allowed": Code("The URL does not support this method.", "See the Allow header."),
    "not_found": Code("There is nothing at this URL.", "Compare it with /openapi.json."),
    "internal_error": Code("The server failed unexpectedly and logged the error.", "Report the number in the message."),
    "try_again": Code("The server cannot do this right now, usually because its database is unavailable.", _ASK_AGAIN),
    "read_only": Code("The server is read-only during maintenance.", "Read only, and come back later to play."),
    "invitation_needed": Code(
        "The server is private.", "Open the invitation link, or send its code in the Gaprace-Invitation header."
    ),
    "server_full": Code("The server has reached a limit.", "Come back after Retry-After."),
    "restarting": Code("The server is shutting down and starts no new streams.", _ASK_AGAIN),
    # Limits
    "too_many_connections": Code("Your address has reached its limit of streams and sockets.", "Close some of them."),
    "too_many_requests": Code("Your address has reached its limit of requests.", _SLOWER),
    "too_many_rooms": Code("Your address has reached its limit of new rooms.", _SLOWER),
    "too_many_identities": Code("Your address has reached its limit of new players.", "Reuse the token that you have."),
    "too_many_pictures": Code("Your address has reached its limit of pictures.", _SLOWER),
    "too_many_analyses": Code("Your address has reached its limit of analyses.", _SLOWER),
    "too_many_exports": Code("Your address has reached its limit of exports.", _SLOWER),
    "too_many_reports": Code("You have reached the limit of reports in 24 hours.", "Continue tomorrow."),
    "too_many_challenges": Code("You have reached the limit of open challenges.", "Wait until one has ended."),
    "too_many_arenas": Code("You have reached the limit of open arenas.", "Wait until one has ended."),
    "too_many_groups": Code("You are in too many groups, or your address has created too many.", _SLOWER),
    "too_many_blocks": Code("You have reached the limit of blocked players.", "Unblock some."),
    "too_fast": Code("The connection or its address sends commands too fast.", "Slow down, and resend the command."),
    "audience_busy": Code("The audience chat is over its rate limit.", "Wait two seconds, and resend the line."),
    "chat_too_fast": Code("The sender is over the rate limit of the chat.", "Wait a few seconds."),
    # Identities
    "no_identity": Code("The request has no valid token.", _SIGN_IN),
    "no_admin": Code("The route is for moderators.", "Send one of GAPRACE_ADMIN_TOKENS as a bearer token."),
    "token_scope": Code(
        "The scope of the token does not allow this.", "Use a token with a wider scope, or the player's own."
    ),
    "too_many_tokens": Code("You have reached the limit of sessions.", "End some of them."),
    "bad_name": Code("The text cannot be a name.", "Ask for another one; the message says why."),
    "bad_recovery_code": Code("The text cannot be a recovery code.", "Ask for it again; it has 20 characters."),
    "unknown_recovery_code": Code("No player has this recovery code.", "Ask for it again; each code works once."),
    "recovery_code_waits": Code("The recovery code becomes valid a week after it was requested.", "Come back then."),
    "no_recovery_code": Code("This needs a recovery code that has been valid for a week.", "Create one first."),
    "unknown_device_code": Code(
        "No device shows this code: it was used or replaced, or has expired.", "Make another one on the first device."
    ),
    "no_sign_in_here": Code("This server has no sign-in with OpenID Connect.", "Use a recovery code."),
    "sign_in_ended": Code(
        "The sign-in was started in another browser, took too long, or has ended.", "Start again at /sign-in."
    ),
    "sign_in_cancelled": Code("The provider did not sign anybody in.", "Start again at /sign-in."),
    "account_not_allowed": Code("This account is not allowed to sign in here.", "Ask the people who run the server."),
    "provider_unavailable": Code("The identity provider is not responding.", _ASK_AGAIN),
    "bad_provider": Code(
        "The identity provider's response could not be verified.", "Tell the people who run the server."
    ),
    "not_connected": Code("You are not connected to an account of the provider.", "Connect at /sign-in."),
    "only_way_in": Code(
        "You could not sign in again without this account.", "Sign out instead, or delete the account."
    ),
    "bad_subscription": Code("The push subscription is invalid.", "Subscribe the browser again."),
    "no_push": Code("The server sends no notifications.", "Continue without them."),
    "push_device_not_found": Code("You have no subscribed browser with this id.", "GET /api/v1/me/push lists them."),
    "wrong_name": Code(
        "The deletion was not confirmed with the current name.", "Send the name that is in the message."
    ),
    "session_not_found": Code("You have no session with this id.", "GET /api/v1/me/sessions lists them."),
    "suspended": Code("Moderators have suspended this player.", _MODERATION),
    "network_banned": Code("Moderators have banned this network.", "Watch, or play from another network."),
    "muted": Code("This player is muted.", "Continue without chat."),
    # Rooms and races
    "audience_off": Code("The host has turned off the audience chat.", "Watch without it."),
    "room_not_found": Code("There is no room with this code, or it has closed.", _LOOK_UP),
    "room_closed": Code("The room has been closed.", "Open another room."),
    "players_cannot_watch": Code(
        "You are playing in the race that you want to watch.", "Watch it once your game is over."
    ),
    "room_full": Code("All seats are taken.", "Watch instead: hello with watch."),
    "fixed_room": Code("The settings of this room cannot be changed.", "Create a room of your own."),
    "bad_settings": Code("These settings are impossible.", "The message names the setting and its limits."),
    "not_host": Code("Only the host or a co-host may do this.", "Ask the host."),
    "sits_out": Code("You sit out in this room.", "Take a seat first: sitout with out false."),
    "no_players": Code("The room has no players.", "Wait for others, or take a seat."),
    "not_a_member": Code("You have no seat in this room.", _MEMBER),
    "still_playing": Code("Players join the audience when their own game has ended.", "Finish the game first."),
    "no_race": Code("No race runs in this room.", "Wait for `starting`."),
    "starts_later": Code("You start later than the others.", "Wait for `started`."),
    "race_running": Code("This is possible only between races.", "Wait for `finished`."),
    "race_not_found": Code("There is no race with this id.", _LOOK_UP),
    "series_not_found": Code("There is no such series, or you may not see it.", _LOOK_UP),
    "no_certified_deal": Code("No certified deal is ready.", _ASK_AGAIN),
    "bad_message": Code("The message does not match the protocol.", "Compare it with /asyncapi.json."),
    "bad_text": Code("The line of chat cannot be sent.", "Send text of the allowed length."),
    # Games
    "game_not_found": Code("There is no game with this id.", _LOOK_UP),
    "not_your_game": Code("The game belongs to another player.", _MEMBER),
    "not_playing": Code("You have no game in this race.", _MEMBER),
    "wrong_number": Code(
        "The number of the action is not the next one of its game.", "Continue from the board in `refused`."
    ),
    "too_many_actions": Code("The game has reached the limit of actions.", "Resign, or let it end."),
    "time_up": Code("The time limit has passed.", "Wait for `finished`."),
    "game_over": Code("The game has ended.", "Wait for `finished`."),
    "illegal_move": Code("The rules do not allow the move on this board.", "Continue from the board in `refused`."),
    "no_redeal": Code("The variant has no shuffles.", "Undo, or resign."),
    "no_shuffle_left": Code("All shuffles are spent.", "Undo, or resign."),
    "not_stuck": Code("The variant allows a shuffle only when no move is left.", "Move first."),
    "nothing_to_undo": Code("No action can be undone.", "Move first."),
    "nothing_to_redo": Code("No undone action can be redone.", "Undo first."),
    "time_goes_back": Code("The record has an action that is earlier than the one before it.", "The record is wrong."),
    "shuffle_mismatch": Code("The record has a shuffle that does not follow from its secret.", "The record is wrong."),
    "hints_not_allowed": Code("The room does not allow hints.", "Continue without them."),
    "no_hint": Code("There is no hint for this board.", "Undo, shuffle, or resign."),
    "no_such_team": Code("The room has no such team, or no teams.", _LOOK_UP),
    "no_solver": Code("This server runs without a solver.", "Analyse the record elsewhere: gaprace solve."),
    # Dailies and leaderboards
    "daily_not_found": Code("There is no daily for this date and variant.", "GET /api/v1/dailies lists them."),
    "daily_not_open": Code("The daily has not started, or has ended.", "Play it as practice once it is revealed."),
    "daily_played": Code("You have played your ranked game of this daily.", "Play it as practice."),
    "daily_for_people": Code("Programs cannot play dailies.", "Practise it once it is revealed."),
    "sealed_daily": Code("This is sealed until the daily is revealed.", "Come back after the reveal."),
    "sealed_challenge": Code("This is sealed until the challenge has ended.", "Come back at its ends_at."),
    "challenge_not_found": Code("There is no such challenge, or you may not see it.", _LOOK_UP),
    "challenge_over": Code("The challenge has ended.", "Create one of your own."),
    "challenge_played": Code("You have played your game of this challenge.", "See the results when it ends."),
    "challenge_full": Code("The challenge is full.", "Ask for one of your own."),
    "challenge_for_people": Code("Programs cannot play ranked challenges.", "Play one that is for fun."),
    "bad_challenge": Code("This deal cannot be used for a challenge.", "Choose another; the message says why."),
    "arena_not_found": Code("There is no such arena, or you may not see it.", _LOOK_UP),
    "arena_begun": Code("This is possible only before the arena or cup starts.", "Enter another one."),
    "arena_over": Code("The arena has ended.", "Enter another one."),
    "arena_full": Code("The arena is full.", "Enter another one."),
    "arena_removed": Code("You were removed from the arena.", "Enter another one."),
    "arena_out": Code("You have been knocked out of this cup.", "Watch the others, or enter another one."),
    "no_round": Code("No round is being played.", "Wait until next_at."),
    "round_over": Code("The round has ended.", "Play the next one."),
    "bad_arena": Code("The settings of the arena are impossible.", "Change the setting that the message names."),
    "sealed_deal": Code("The deal is sealed: a daily or a ranked race is being played on it.", "Choose another one."),
    "bad_leaderboard": Code("There is no such leaderboard.", "See the enumerations of the route's parameters."),
    "bad_cursor": Code("The text is not a cursor of this list.", "Take it from the previous page."),
    "bad_limit": Code("The limit is not a number in its range.", "See the schema of the parameter."),
    "bad_season": Code("There is no such season of the group.", "Take it from the group's page."),
    # Puzzles
    "no_puzzle": Code("There is no new puzzle for the player yet.", _ASK_AGAIN),
    "puzzle_not_found": Code("There is no puzzle with this id, or no try is open.", _LOOK_UP),
    "puzzle_over": Code("The player has tried this puzzle.", "GET it for its answer."),
    # Groups and moderation
    "bad_daily": Code("The group cannot have this daily.", "Choose another; the message says why."),
    "group_not_found": Code("There is no such group, or you may not see it.", _LOOK_UP),
    "bad_webhook": Code("The address or the events of the webhook are invalid.", _FIX_BODY),
    "webhook_not_found": Code("There is no such webhook.", _LOOK_UP),
    "too_many_webhooks": Code("The group or the installation has reached its limit of webhooks.", "Remove one first."),
    "too_many_tests": Code("Too many test messages have been sent within a minute.", _SLOWER),
    "group_full": Code("The group is full.", "Ask its owner."),
    "group_members_only": Code("Only members may do this.", "Join first."),
    "group_owners_only": Code("Only owners of the group may do this.", "Ask one of them."),
    "member_not_found": Code("The player is not in the group.", _LOOK_UP),
    "removed_from_group": Code("You were removed from this group.", "Ask its owner."),
    "bad_role": Code("You cannot assign this role to this member.", "See the roles in the schema of the body."),
    "player_not_found": Code("There is no player with this id.", _LOOK_UP),
    "decision_not_found": Code("There is no decision with this id that concerns you.", _LOOK_UP),
    "bad_decision": Code("The decision is incomplete, or names something that does not exist.", _FIX_BODY),
    "already_answered": Code("The player has already answered this decision.", "Wait for the moderators."),
    "does_not_count": Code("The result does not count anywhere, so it cannot be voided or restored.", "Nothing to do."),
    "own_report": Code("You cannot report yourself.", "Check the player."),
    "own_block": Code("You cannot block yourself.", "Check the player."),
    # Texts of the rules, mostly met on the command line
    "bad_card": Code("The text is not a card.", "Write one such as 6D."),
    "bad_board": Code("The text is not a board of the variant.", "Write rows joined by /, two characters per slot."),
    "bad_variant": Code("There is no such variant.", "See the enumeration of variants."),
    "bad_code": Code("The text is not a deal code.", "Write ten characters of Crockford's base 32."),
    "bad_secret": Code("The text is not a secret.", "Write 64 hexadecimal digits."),
    "bad_commitment": Code("The text is not a commitment.", "Write 64 hexadecimal digits."),
    "bad_seed": Code("The text is not a seed.", "Write 32 hexadecimal digits."),
    "bad_origin": Code("The record does not say how its deal was drawn.", "The record is wrong."),
    "bad_action": Code("The text is not an action.", "Write 6D@27, shuffle, undo, redo or resign."),
    "bad_transcript": Code(
        "The text is not a transcript.", "Write actions with their milliseconds, separated by spaces."
    ),
    "bad_record": Code("The text is not the record of a game.", "Take it from GET /api/v1/games/{id}/record."),
    "commitment_mismatch": Code("The secret does not match the commitment.", "The record does not hold."),
    "code_mismatch": Code("The deal code does not follow from the secret and the seeds.", "The record does not hold."),
    "candidate_mismatch": Code("The daily is not the first candidate that fits.", "The record does not hold."),
    "not_revealed": Code("The secret is not published yet.", "Come back when the last game on the deal has ended."),
}


def described(code: str) -> str:
    """Return a line of Markdown about a code."""
    return f"- `{code}`: {CODES[code].meaning} {CODES[code].remedy}"
