"""The owner's page, by its routes."""

from dataclasses import replace

import pytest
from httpx2 import AsyncClient

from gaprace.settings import EDITABLE, ServerSettings, read_settings
from gaprace.wire.http import Restarting, Site
from tests.web.harness import WebHarness
from tests.web.responses import problem, read

OWNER = "owner:0123456789abcdef"
SECRET = "s3cr3t"  # noqa: S105
TOKENS = {"GAPRACE_ADMIN_TOKENS": f"boss:0123456789abcdef,{OWNER}"}


def site_of(**environment: str) -> WebHarness:
    return WebHarness(read_settings(TOKENS | environment))


def owner(web: WebHarness) -> AsyncClient:
    return web.browser(authorization=f"Bearer {OWNER}")


async def test_the_owner_names_the_site_and_every_page_says_so_at_once() -> None:
    web = site_of()
    async with owner(web) as browser:
        before = read(await browser.get("/api/v1/admin/site"), Site)
        assert {each.name for each in before.settings} == set(EDITABLE)
        after = read(await browser.patch("/api/v1/admin/site", json={"values": {"site_name": "The Club"}}), Site)
        name = next(each for each in after.settings if each.name == "site_name")
        assert (name.value, name.source, name.is_live) == ("The Club", "page", True)
        assert "<title>The Club</title>" in (await browser.get("/how")).text
        await browser.patch("/api/v1/admin/site", json={"values": {"site_name": ""}})
        assert "<title>Gaprace</title>" in (await browser.get("/how")).text


async def test_the_owner_closes_and_opens_the_site_at_once() -> None:
    web = site_of()
    async with owner(web) as browser, web.browser(accept="text/html") as visitor:
        assert (await visitor.get("/how")).status_code == 200
        await browser.patch("/api/v1/admin/site", json={"values": {"invitations": "come-in-0123456789"}})
        assert (await visitor.get("/how")).status_code == 403
        assert (await visitor.get("/p/admin")).status_code == 200
        assert (await browser.get("/api/v1/admin/site")).status_code == 200
        await visitor.get("/invitation?code=come-in-0123456789")
        assert (await visitor.get("/how")).status_code == 200


async def test_what_a_variable_sets_is_shown_and_cannot_be_changed() -> None:
    web = site_of(GAPRACE_SITE_NAME="Fixed")
    async with owner(web) as browser:
        site = read(await browser.get("/api/v1/admin/site"), Site)
        assert [each.source for each in site.settings if each.value == "Fixed"] == ["environment"]
        answer = await browser.patch("/api/v1/admin/site", json={"values": {"site_name": "Mine"}})
        assert "GAPRACE_SITE_NAME" in problem(answer, 400, "bad_settings").message
    assert await web.store.settings() == {}


@pytest.mark.parametrize(
    "values", [{"secret_key": "0123456789abcdef"}, {"max_rooms": "0"}, {"private": "on"}, {"contact": "nobody"}]
)
async def test_an_impossible_change_is_refused_and_stores_nothing(values: dict[str, str]) -> None:
    web = site_of()
    async with owner(web) as browser:
        answer = await browser.patch("/api/v1/admin/site", json={"values": values | {"site_name": "New"}})
        problem(answer, 400, "bad_settings")
    assert await web.store.settings() == {}
    assert web.context.settings.site_name == ServerSettings().site_name


async def test_a_secret_is_never_shown() -> None:
    web = site_of(
        GAPRACE_OIDC_ISSUER="https://id.example", GAPRACE_OIDC_CLIENT_ID="x", GAPRACE_OIDC_CLIENT_SECRET=SECRET
    )
    async with owner(web) as browser:
        assert SECRET not in (await browser.get("/api/v1/admin/site")).text


async def test_a_moderator_does_not_own_the_site() -> None:
    web = site_of()
    async with web.browser(authorization="Bearer boss:0123456789abcdef") as browser:
        assert (await browser.get("/api/v1/admin/reports")).status_code == 200
        problem(await browser.get("/api/v1/admin/site"), 401, "no_admin")
    async with web.browser() as stranger:
        assert "gaprace owner" in problem(await stranger.get("/api/v1/admin/site"), 401, "no_admin").message


async def test_the_owner_starts_the_server_again() -> None:
    web, ends = site_of(), list[bool]()
    web.context.lifecycle.stop = lambda: ends.append(web.context.lifecycle.starts_again)
    async with owner(web) as browser:
        read(await browser.post("/api/v1/admin/restart"), Restarting, 202)
    assert ends == [True]


async def test_a_server_that_only_reads_changes_nothing() -> None:
    web = site_of()
    web.context.settings = replace(web.context.settings, read_only=True)
    async with owner(web) as browser:
        problem(await browser.patch("/api/v1/admin/site", json={"values": {"site_name": "x"}}), 503, "read_only")
