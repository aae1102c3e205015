"""Every stable code that a program can meet: what it means, and what to do about it.

A code never changes its meaning. It stands in `Refused` on the socket, in the problems of HTTP, and on the command
line; the codes with which connections end are in `close_reasons`.
"""

from typing import NamedTuple


class Code(NamedTuple):
    """What a code stands for."""

    meaning: str
    remedy: str
    """What a program, or its user, does about it."""


_SIGN_IN = "Get a token from POST /api/v1/players, and send it as Authorization: Bearer TOKEN."
_SLOWER = "Wait as long as Retry-After says; RateLimit says how much is left."
_FIX_BODY = "Compare the body with the schema of the route; the sentence names the field."
_LOOK_UP = "Check the code or id in the address."
_ASK_AGAIN = "Try again after a moment."
_MEMBER = "Send it only for what is yours, in a room in which you have a seat."
_MODERATION = "Tell the player; GET /api/v1/me/decisions says why, and takes an answer."

CODES: dict[str, Code] = {
    # Requests
    "bad_body": Code("The body is not JSON, or does not fit the route.", _FIX_BODY),
    "bad_content_type": Code("The body is not declared as JSON.", "Send Content-Type: application/json."),
    "body_too_large": Code("The body has more bytes than any route needs.", "Send less."),
    "too_slow": Code("The body did not arrive in time.", "Send it again, on a better line."),
    "bad_host": Code("The request does not name exactly one valid host.", "Send one Host header."),
    "unknown_host": Code("The server does not answer to this name.", "Add the name to GAPRACE_HOSTS of the server."),
    "bad_url": Code("The address contains %00.", "Remove it."),
    "foreign_origin": Code("A page of another site has sent it.", "Add the origin to GAPRACE_ORIGINS of the server."),
    "method_not_allowed": Code("The address does not take this method.", "See the header Allow."),
    "not_found": Code("There is nothing at this address.", "Compare it with /openapi.json."),
    "internal_error": Code("The server has made a mistake, and logged it.", "Report the number in the sentence."),
    "try_again": Code("The server can't do it just now, often because its database is away.", _ASK_AGAIN),
    "read_only": Code("The server stores nothing for now, for maintenance.", "Read on, and come back to play."),
    "invitation_needed": Code(
        "The server is private.", "Open the invitation's link, or send its code in the header Gaprace-Invitation."
    ),
    "server_full": Code("The server takes on no more for now.", "Come back after Retry-After."),
    "restarting": Code("The server is about to end, and begins no stream.", _ASK_AGAIN),
    # Limits
    "too_many_connections": Code("Your address has as many streams and sockets as it may.", "End some of them."),
    "too_many_requests": Code("Your address has sent more requests than it may.", _SLOWER),
    "too_many_rooms": Code("Your address has created more rooms than it may.", _SLOWER),
    "too_many_identities": Code("Your address has created more players than it may.", "Keep the token; it lasts."),
    "too_many_pictures": Code("Your address has asked for more pictures than it may.", _SLOWER),
    "too_many_clips": Code("Your address has asked for more clips than it may.", _SLOWER),
    "too_many_analyses": Code("Your address has asked for more analyses than it may.", _SLOWER),
    "too_many_exports": Code("Your address has asked for more exports than it may.", _SLOWER),
    "too_many_reports": Code("You have sent more reports than may be open.", "Wait until moderators have read them."),
    "too_many_challenges": Code("You have made more challenges than may be open.", "Wait until one has ended."),
    "too_many_arenas": Code("You have organised more arenas than may be open.", "Wait until one has ended."),
    "too_many_groups": Code("Your address has made more groups than it may.", _SLOWER),
    "too_many_blocks": Code("You have blocked as many players as is possible.", "Unblock some."),
    "too_fast": Code("Commands came faster than the connection or its address may send.", "Slow down, and resend it."),
    "audience_busy": Code("The audience writes faster than anyone reads.", "Wait a second, and resend it."),
    "chat_too_fast": Code("Chat came faster than anyone reads it.", "Wait a few seconds."),
    # Identities
    "no_identity": Code("The request proves no identity.", _SIGN_IN),
    "no_admin": Code("The route is for moderators.", "Send one of GAPRACE_ADMIN_TOKENS as a bearer token."),
    "token_scope": Code("The token may not do this.", "Use a token with a wider scope, or that of the player."),
    "too_many_tokens": Code("You are signed in as often as is possible.", "End some sessions."),
    "bad_name": Code("The text cannot be a name.", "Ask for another; the sentence says why."),
    "bad_recovery_code": Code("The text cannot be a recovery code.", "Ask for it again; it has 20 characters."),
    "unknown_recovery_code": Code("The recovery code belongs to nobody.", "Ask for it again; each one works once."),
    "recovery_code_waits": Code("The recovery code is not valid before a week has passed.", "Come back then."),
    "no_recovery_code": Code("The step needs a recovery code that has been valid for a week.", "Make one first."),
    "bad_passkey": Code("The answer of an authenticator proves nothing.", "Fetch new options, and let it sign again."),
    "unknown_passkey": Code("The passkey is not known, or has ended.", "Sign in with the recovery code."),
    "no_passkeys_here": Code(
        "Browsers have no passkeys for this address.", "Serve it by a name over https, or use the recovery code."
    ),
    "passkey_not_found": Code("No passkey of yours has this id.", "GET /api/v1/me/passkeys lists them."),
    "too_many_passkeys": Code("You have as many passkeys as is possible.", "Remove one."),
    "no_sign_in_here": Code("This server has no sign-in by OpenID Connect.", "Use a recovery code or a passkey."),
    "sign_in_ended": Code(
        "The sign-in was not begun in this browser, took too long, or is over.", "Begin again at /sign-in."
    ),
    "sign_in_cancelled": Code("The provider has not signed anybody in.", "Begin again at /sign-in."),
    "account_not_allowed": Code("Accounts like this one may not sign in here.", "Ask the people who run the server."),
    "provider_unavailable": Code("The provider of the sign-in does not answer.", _ASK_AGAIN),
    "bad_provider": Code(
        "The provider of the sign-in has not proven who somebody is.", "Tell the people who run the server."
    ),
    "not_connected": Code("You are not connected with an account of the provider.", "Connect at /sign-in."),
    "only_way_in": Code("Without this sign-in you could not come back.", "Sign out instead, or delete the account."),
    "bad_subscription": Code("The browser cannot be subscribed to notifications so.", "Subscribe it anew."),
    "no_push": Code("The server sends no notifications.", "Go on without."),
    "push_device_not_found": Code(
        "No browser of yours with this id gets notifications.", "GET /api/v1/me/push lists them."
    ),
    "wrong_name": Code("A deletion was not confirmed with the current name.", "Send the name that the sentence has."),
    "session_not_found": Code("No session of yours has this id.", "GET /api/v1/me/sessions lists them."),
    "suspended": Code("Moderators keep this player from playing for a while.", _MODERATION),
    "network_banned": Code("Nobody may play from this network for a while.", "Watch, or play from elsewhere."),
    "muted": Code("This player may not chat.", "Go on without chat."),
    # Rooms and races
    "audience_off": Code("The host has closed the chat of the audience.", "Only watch."),
    "room_not_found": Code("There is no room with this code, or it has closed.", _LOOK_UP),
    "room_closed": Code("The room has been closed.", "Nothing is left to watch there."),
    "players_cannot_watch": Code("You play in the race that you ask to watch.", "Watch it once your game is over."),
    "room_full": Code("All seats are taken.", "Watch instead: hello with watch."),
    "fixed_room": Code("The settings of this room cannot be changed.", "Make a room of your own."),
    "bad_settings": Code("No race can have these settings.", "The sentence names the setting and its limits."),
    "too_many_seats": Code("This server has no rooms of so many seats.", "Choose what the sentence names, or less."),
    "not_host": Code("Only the host may do this, or a co-host.", "Ask the host."),
    "sits_out": Code("You sit out in this room.", "Take a seat first: sitout with out false."),
    "no_players": Code("Nobody in this room would play.", "Wait for others, or take a seat."),
    "not_a_member": Code("You have no seat in this room.", _MEMBER),
    "still_playing": Code("Players are no audience before their own game has ended.", "Finish the game first."),
    "no_race": Code("No race runs in this room.", "Wait for `starting`."),
    "starts_later": Code("You start later than the others, as a handicap.", "Wait for `started`."),
    "race_running": Code("This has to wait until the race is over.", "Wait for `finished`."),
    "predictions_closed": Code("No prediction is taken: not now, or not of you.", "Predict before the next race."),
    "race_not_found": Code("There is no race with this id.", _LOOK_UP),
    "series_not_found": Code("There is no such series, or it is not for you.", _LOOK_UP),
    "no_certified_deal": Code("No certified deal is ready.", _ASK_AGAIN),
    "bad_message": Code("The message is none of this protocol.", "Compare it with /asyncapi.json."),
    "bad_text": Code("The line of chat cannot be sent.", "Send text of the allowed length."),
    # Games
    "game_not_found": Code("There is no game with this id.", _LOOK_UP),
    "not_your_game": Code("The game is somebody else's.", _MEMBER),
    "not_playing": Code("You play no game in this race.", _MEMBER),
    "wrong_number": Code("The action has not the next number of its game.", "Go on from the board in `refused`."),
    "too_many_actions": Code("The game has as many actions as a game may have.", "Resign, or let it end."),
    "time_up": Code("The time limit has passed.", "Wait for `finished`."),
    "game_over": Code("The game has ended.", "Wait for `finished`."),
    "illegal_move": Code("The rules do not allow the move on this board.", "Go on from the board in `refused`."),
    "no_redeal": Code("The variant has no shuffles.", "Undo, or resign."),
    "no_shuffle_left": Code("All shuffles are spent.", "Undo, or resign."),
    "not_stuck": Code("The variant allows a shuffle only when no move is left.", "Move first."),
    "nothing_to_undo": Code("No action can be undone.", "Move first."),
    "nothing_to_redo": Code("No undone action can be redone.", "Undo first."),
    "time_goes_back": Code("A record has an action that is earlier than the one before.", "The record is wrong."),
    "shuffle_mismatch": Code("A record has a shuffle that its secret does not make.", "The record is wrong."),
    "hints_not_allowed": Code("The room has no hints.", "Play on without."),
    "no_hint": Code("There is no hint for this board.", "Undo, shuffle, or resign."),
    "no_such_team": Code("The room has no such team, or no teams.", _LOOK_UP),
    "no_solver": Code("This server searches for nothing.", "Analyse the record elsewhere: gaprace solve."),
    # Dailies and leaderboards
    "daily_not_found": Code("There is no daily of this date and variant.", "GET /api/v1/dailies lists them."),
    "daily_not_open": Code("The daily has not begun, or is over.", "Play it as practice once it is revealed."),
    "daily_played": Code("You have had your one ranked game of this daily.", "Play it as practice."),
    "daily_for_people": Code("Programs take no part in dailies.", "Practise it once it is revealed."),
    "sealed_daily": Code("Nobody sees this before the daily is revealed.", "Come back after the reveal."),
    "sealed_challenge": Code("Nobody sees this before the challenge has ended.", "Come back at its ends_at."),
    "challenge_not_found": Code("There is no such challenge, or it is not for you.", _LOOK_UP),
    "challenge_over": Code("The challenge has ended.", "Make one of your own."),
    "challenge_played": Code("You have had your one game of this challenge.", "Look at the results once it ends."),
    "challenge_full": Code("The challenge has no place left.", "Ask for one of your own."),
    "challenge_for_people": Code("Programs have no ranked game of a challenge.", "Play one that is for fun."),
    "bad_challenge": Code("The deal cannot be the one of a challenge.", "Choose another; the sentence says why."),
    "arena_not_found": Code("There is no such arena, or it is not for you.", _LOOK_UP),
    "arena_begun": Code("This can be done before the start of the arena or cup.", "Enter another one."),
    "arena_over": Code("The arena has ended.", "Enter another one."),
    "arena_full": Code("The arena has no place left.", "Enter another one."),
    "arena_removed": Code("You were removed from the arena.", "Enter another one."),
    "arena_out": Code("You are out of this cup.", "Watch the others, and enter another one."),
    "no_round": Code("No round is being played.", "Wait until next_at."),
    "round_over": Code("The round has ended.", "Play the next one."),
    "bad_arena": Code("The settings do not fit an arena.", "Change them; the sentence says which."),
    "sealed_deal": Code("The deal of an open daily cannot be chosen.", "Choose another, or play the daily."),
    "bad_leaderboard": Code("There is no such leaderboard.", "See the enumerations of the route's parameters."),
    "bad_cursor": Code("The text is no cursor of this list.", "Take it from the page before."),
    "bad_offset": Code("The offset is no number in its range.", "See the schema of the parameter."),
    "bad_search": Code("The text to look for is too long.", "Write at most 32 characters."),
    "bad_limit": Code("The limit is no number in its range.", "See the schema of the parameter."),
    "bad_season": Code("There is no such season of the group.", "Take it from the group's page."),
    "bad_clip": Code("There is no such clip.", "The sentence names what may be given."),
    # Puzzles
    "no_puzzle": Code("No puzzle is ready that the player has not tried.", _ASK_AGAIN),
    "puzzle_not_found": Code("There is no puzzle with this id, or none is open.", _LOOK_UP),
    "puzzle_over": Code("The player has tried this puzzle.", "GET it for its answer."),
    "storm_not_found": Code("The player has no storm with this id.", _LOOK_UP),
    # Groups and moderation
    "bad_daily": Code("The group cannot have such a daily.", "Choose another; the sentence says why."),
    "group_not_found": Code("There is no such group, or you may not see it.", _LOOK_UP),
    "bad_webhook": Code("The address or the events of a webhook cannot be.", _FIX_BODY),
    "webhook_not_found": Code("There is no such webhook.", _LOOK_UP),
    "too_many_webhooks": Code("The group, or the installation, has as many webhooks as it may.", "Remove one first."),
    "too_many_tests": Code("Too many test messages in a minute.", _SLOWER),
    "group_full": Code("The group takes no more members.", "Ask its owner."),
    "group_members_only": Code("Only members may do this.", "Join first."),
    "group_owners_only": Code("Only owners of the group may do this.", "Ask one of them."),
    "member_not_found": Code("The player is not in the group.", _LOOK_UP),
    "removed_from_group": Code("You were removed from this group.", "Ask its owner."),
    "bad_role": Code("The role cannot be given to this member by you.", "See the roles of the route's body."),
    "player_not_found": Code("There is no player with this id.", _LOOK_UP),
    "decision_not_found": Code("There is no decision with this id that concerns you.", _LOOK_UP),
    "bad_decision": Code("The decision is not complete, or names what is not there.", _FIX_BODY),
    "already_answered": Code("The decision has been answered.", "Wait for the moderators."),
    "does_not_count": Code("The result counts nowhere, so nothing can be done with it.", "Nothing."),
    "own_report": Code("You cannot report yourself.", "Check the player."),
    "own_block": Code("You cannot block yourself.", "Check the player."),
    # Texts of the rules, mostly met on the command line
    "bad_card": Code("The text is no card.", "Write one such as 6D."),
    "bad_board": Code("The text is no board of the variant.", "Write rows joined by /, two characters a slot."),
    "bad_variant": Code("There is no such variant.", "See the enumeration of variants."),
    "bad_code": Code("The text is no deal code.", "Write ten characters of Crockford's base 32."),
    "bad_secret": Code("The text is no secret.", "Write 64 hexadecimal digits."),
    "bad_commitment": Code("The text is no commitment.", "Write 64 hexadecimal digits."),
    "bad_seed": Code("The text is no seed.", "Write 32 hexadecimal digits."),
    "bad_origin": Code("The record does not say how its deal was drawn.", "The record is wrong."),
    "bad_action": Code("The text is no action.", "Write 6D@27, shuffle, undo, redo or resign."),
    "bad_transcript": Code("The text is no transcript.", "Write one action a token, with its milliseconds."),
    "bad_record": Code("The text is no record of a game.", "Take it from GET /api/v1/games/{id}/record."),
    "commitment_mismatch": Code("The secret is not the one that was committed to.", "The record does not hold."),
    "code_mismatch": Code("The deal code does not follow from the secret and the seeds.", "The record does not hold."),
    "candidate_mismatch": Code("The daily is not the first candidate that fits.", "The record does not hold."),
    "not_revealed": Code("The secret is not published yet.", "Come back when the last game on the deal has ended."),
}


def described(code: str) -> str:
    """Return a line of Markdown about a code."""
    return f"- `{code}`: {CODES[code].meaning} {CODES[code].remedy}"
