"""Every HTTP route, asked by what the OpenAPI document allows and by what it does not, on a live server."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

import pytest_asyncio
import schemathesis
from hypothesis import settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import positive_data_acceptance

from gaprace.bot import room_url
from gaprace.rules.actions import ControlAction
from gaprace.wire import Settings, Start, Started, VariantChoice
from gaprace.wire.http import (
    Arena,
    Challenge,
    Group,
    NewArena,
    NewChallenge,
    NewGroup,
    NewWebhook,
    PlayDaily,
    WebhookSecret,
)
from tests.databases import PostgresServer, postgres_database
from tests.end_to_end.guests import guests, until_over
from tests.processes import PATIENCE_S, ServerProcess
from tests.web.api.documents import OPENAPI


def without_examples(value: Any) -> Any:  # noqa: ANN401  # any JSON
    """The document without its examples, which cannot be combined with `given`."""
    if isinstance(value, dict):
        return {name: without_examples(each) for name, each in value.items() if name != "example"}
    return [without_examples(each) for each in value] if isinstance(value, list) else value


SCHEMA = schemathesis.openapi.from_dict(without_examples(OPENAPI))
FEW = settings.default.max_examples // 16
"""Examples of each route; at night many times as many.

What the document allows may be refused all the same: a name must not hide anything, a code has to be somebody's.
"""

FRAMING = {"content-length", "transfer-encoding"}
"""Headers that say where a request ends: one that is wrong is refused before this program hears of it."""


@dataclass
class Site:
    """A server, and what it has."""

    server: ServerProcess
    token: str
    has: dict[str, str]
    """What may stand in a path, by the parameter's name."""


def no_failure(_: schemathesis.CheckContext, response: schemathesis.Response, __: schemathesis.Case) -> None:
    """501 is no failure: this server spares no processor for searches, and says so."""
    assert response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR or response.status_code == HTTPStatus.NOT_IMPLEMENTED


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site(postgres: PostgresServer) -> AsyncIterator[Site]:
    """A site on Postgres, which refuses more than SQLite does: NULs, halves of characters, numbers of 64 bits."""
    with postgres_database(postgres) as url:
        async with ServerProcess(url) as server:
            yield await furnished(server)


async def furnished(server: ServerProcess) -> Site:
    """A site with a room, a finished game in it, today's dailies, and a group of another player."""

    async def made(kind: type[Any], path: str, body: object, token: str) -> Any:  # noqa: ANN401  # of this kind
        return await asyncio.to_thread(room_url.request, f"{server.base}/api/v1/{path}", body, kind, token)

    async with guests(server, Settings(VariantChoice("mini"), seats=1), players=1) as (player,):
        await player.ask(Start(), Started)
        await player.act(ControlAction.RESIGN)
        race = await until_over([player])
        game, today = race.seats[0].game, datetime.now(UTC).date().isoformat()
        has = {"id": game, "other": game, "code": player.door.code, "date": today, "variant": "mini"}
        owner, token = (await server.people(1))[0], player.identity.token
        group = await made(Group, "groups", NewGroup("Fuzz"), owner.token)
        hook = NewWebhook("https://chat.example/")
        secret = await made(WebhookSecret, f"groups/{group.code}/webhooks", hook, owner.token)
        has |= {"webhook": secret.webhook.id, "device": "none", "series": "none", "race": "none"}
        await made(Group, f"groups/{group.invitation}/members", PlayDaily(), token)
        has |= {"group": group.code or "", "player": owner.id, "part": "room", "at": "0", "first": today, "last": today}
        has["challenge"] = (await made(Challenge, "challenges", NewChallenge(), owner.token)).code
        arena = NewArena("Fuzz", starts_at=round(datetime.now(UTC).timestamp() * 1000))
        has["arena"] = (await made(Arena, "arenas", arena, owner.token)).code
        has["secret"] = (group.feed or "").rpartition("/")[2]
        return Site(server, token, {**has, "kind": "streak", "period": "all", "path": "main.js"})


@SCHEMA.parametrize()
@SCHEMA.given(is_there=st.booleans())
@settings(max_examples=FEW)
def test_whatever_is_asked_is_answered_as_the_document_says(
    site: Site, case: schemathesis.Case, is_there: bool
) -> None:
    known = site.server.errors  # of other tests: what the log has of a busy machine fails one of them, not all
    if is_there:
        case.path_parameters = {name: site.has[name] for name in case.path_parameters or {}}
        # An unknown parameter is ignored: with what was wrong in the path, it would be all that is wrong.
        known_names = {each.name for each in case.operation.query}
        case.query = {name: value for name, value in (case.query or {}).items() if name in known_names}
    case.headers = {name: value for name, value in (case.headers or {}).items() if name.lower() not in FRAMING}
    case.call_and_validate(
        base_url=site.server.base,
        timeout=PATIENCE_S,
        headers={"Authorization": f"Bearer {site.token}"},
        additional_checks=[no_failure],
        excluded_checks=[not_a_server_error, positive_data_acceptance],
    )
    assert site.server.errors == known
