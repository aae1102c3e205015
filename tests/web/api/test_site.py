"""The owner's page, by its routes."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from httpx2 import AsyncClient

from gaprace.settings import EDITABLE, ServerSettings, read_settings
from gaprace.wire.http import Restarting, Site
from tests.web.harness import WebHarness
from tests.web.responses import problem, read

OWNER = "owner:0123456789abcdef"
SECRET = "s3cr3t"  # noqa: S105
PROVIDER = {
    "GAPRACE_OIDC_ISSUER": "https://id.example",
    "GAPRACE_OIDC_CLIENT_ID": "x",
    "GAPRACE_OIDC_CLIENT_SECRET": SECRET,
}
TOKENS = {"GAPRACE_ADMIN_TOKENS": f"boss:0123456789abcdef,{OWNER}"}


@pytest.fixture
def environment() -> dict[str, str]:
    """What is set by variables. Tests that need more are parametrized by it."""
    return {}


@pytest.fixture
def web(environment: dict[str, str]) -> WebHarness:
    return WebHarness(read_settings(TOKENS | environment))


@pytest.fixture
async def owner(web: WebHarness) -> AsyncIterator[AsyncClient]:
    async with web.browser(authorization=f"Bearer {OWNER}") as owner:
        yield owner


async def test_the_owner_names_the_site_and_every_page_says_so_at_once(owner: AsyncClient) -> None:
    before = read(await owner.get("/api/v1/admin/site"), Site)
    assert {each.name for each in before.settings} == set(EDITABLE)
    after = read(await owner.patch("/api/v1/admin/site", json={"values": {"site_name": "The Club"}}), Site)
    name = next(each for each in after.settings if each.name == "site_name")
    assert (name.value, name.source, name.is_live) == ("The Club", "page", True)
    assert "<title>The Club</title>" in (await owner.get("/how")).text
    await owner.patch("/api/v1/admin/site", json={"values": {"site_name": ""}})
    assert "<title>Gaprace</title>" in (await owner.get("/how")).text


async def test_the_owner_closes_and_opens_the_site_at_once(web: WebHarness, owner: AsyncClient) -> None:
    async with web.browser(accept="text/html") as visitor:
        assert (await visitor.get("/how")).status_code == 200
        await owner.patch("/api/v1/admin/site", json={"values": {"invitations": "come-in-0123456789"}})
        assert (await visitor.get("/how")).status_code == 403
        assert (await visitor.get("/p/admin")).status_code == 200
        assert (await owner.get("/api/v1/admin/site")).status_code == 200
        await visitor.get("/invitation?code=come-in-0123456789")
        assert (await visitor.get("/how")).status_code == 200


@pytest.mark.parametrize("environment", [{"GAPRACE_SITE_NAME": "Fixed"}])
async def test_what_a_variable_sets_is_shown_and_cannot_be_changed(web: WebHarness, owner: AsyncClient) -> None:
    site = read(await owner.get("/api/v1/admin/site"), Site)
    assert [each.source for each in site.settings if each.value == "Fixed"] == ["environment"]
    answer = await owner.patch("/api/v1/admin/site", json={"values": {"site_name": "Mine"}})
    assert "GAPRACE_SITE_NAME" in problem(answer, 400, "bad_settings").message
    assert await web.store.settings() == {}


@pytest.mark.parametrize(
    "values", [{"secret_key": "0123456789abcdef"}, {"max_rooms": "0"}, {"private": "on"}, {"contact": "nobody"}]
)
async def test_an_impossible_change_is_refused_and_stores_nothing(
    values: dict[str, str], web: WebHarness, owner: AsyncClient
) -> None:
    answer = await owner.patch("/api/v1/admin/site", json={"values": values | {"site_name": "New"}})
    problem(answer, 400, "bad_settings")
    assert await web.store.settings() == {}
    assert web.context.settings.site_name == ServerSettings().site_name


@pytest.mark.parametrize("environment", [PROVIDER])
async def test_a_secret_is_never_shown(owner: AsyncClient) -> None:
    assert SECRET not in (await owner.get("/api/v1/admin/site")).text


async def test_a_moderator_does_not_own_the_site(web: WebHarness, browser: AsyncClient) -> None:
    async with web.browser(authorization="Bearer boss:0123456789abcdef") as moderator:
        assert (await moderator.get("/api/v1/admin/reports")).status_code == 200
        problem(await moderator.get("/api/v1/admin/site"), 401, "no_admin")
    assert "gaprace owner" in problem(await browser.get("/api/v1/admin/site"), 401, "no_admin").message


async def test_the_owner_starts_the_server_again(web: WebHarness, owner: AsyncClient) -> None:
    ends = list[bool]()
    web.context.lifecycle.stop = lambda: ends.append(web.context.lifecycle.starts_again)
    read(await owner.post("/api/v1/admin/restart"), Restarting, 202)
    assert ends == [True]


async def test_a_server_that_only_reads_changes_nothing(web: WebHarness, owner: AsyncClient) -> None:
    web.context.settings = replace(web.context.settings, read_only=True)
    problem(await owner.patch("/api/v1/admin/site", json={"values": {"site_name": "x"}}), 503, "read_only")
