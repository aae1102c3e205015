"""HTTP routes of moderators, with one of the `GAPRACE_ADMIN_TOKENS` as the bearer token.

The docstring of a handler is the description of its route.
"""

import re

from gaprace.errors import Refusal, quoted
from gaprace.web.http.admission import Invitations, invitation_link
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import Decision, DecisionList, Invitation, NewDecision, PlayerFileList, ReportList

QUEUE_COST = 10
HOUR_MS = 3_600_000
_HOURS = re.compile(r"[1-9][0-9]{0,4}")


async def list_reports(context: RequestContext) -> ReportList:
    """Return the open reports, the oldest first, with the evidence. Needs a moderator's token."""
    context.moderator()
    return await context.app.reports.open()


async def create_decision(context: RequestContext, body: NewDecision) -> Decision:
    """Warn, rename, mute, suspend or ban a player, void a result, lift a decision, close a room, announce something.

    Leaderboards change at once; ratings, and all results of a banned player, in the background. Needs a moderator's
    token; its name appears in the log.
    """
    return await context.app.moderation.decide(context.moderator(), body)


async def list_decisions(context: RequestContext) -> DecisionList:
    """Return the log of decisions, the latest first. Needs a moderator's token."""
    context.moderator()
    return await context.app.moderation.log(context.page)


async def find_players(context: RequestContext) -> PlayerFileList:
    """Return the players of a name, a name with a tag (`Quiet Fox#7K2Q`) or an id. Needs a moderator's token."""
    context.moderator()
    return await context.app.moderation.find(context.request.query_params.get("q", ""))


async def get_invitation(context: RequestContext) -> Invitation:
    """Return an invitation to this private server. Needs a moderator's token."""
    context.moderator()
    invitations, hours = Invitations(context.app.settings), context.request.query_params.get("hours", "")
    if not invitations.are_used:
        raise Refusal("not_found", "This server is not private by invitation: set GAPRACE_INVITATIONS.")
    if hours and not _HOURS.fullmatch(hours):
        raise Refusal("bad_limit", f"{quoted(hours)} is impossible: set a number of hours from 1 to 99999.")
    until = context.app.clock.now() // 1000 * 1000 + int(hours) * HOUR_MS if hours else None
    code = invitations.new_code(until)
    return Invitation(invitation_link(context.client.base_url, code), code, until)


ROUTES = (
    Route("GET", "/api/v1/admin/reports", list_reports, cost=QUEUE_COST, caller="moderator"),
    Route("POST", "/api/v1/admin/decisions", create_decision, status=201, caller="moderator"),
    Route("GET", "/api/v1/admin/decisions", list_decisions, page_size=50, caller="moderator"),
    Route(
        "GET",
        "/api/v1/admin/invitation",
        get_invitation,
        query={"hours": "How long it holds (default: until its code is removed from the settings)."},
        caller="moderator",
    ),
    Route(
        "GET",
        "/api/v1/admin/players",
        find_players,
        query={"q": "A name, a name with a tag, or an id."},
        cost=QUEUE_COST,
        caller="moderator",
    ),
)
