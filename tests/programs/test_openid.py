"""Sign-in with a provider of others: panva's `oidc-provider`, which is certified for OpenID Connect."""

import re
from asyncio.subprocess import PIPE, create_subprocess_exec
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import httpx2

from tests.built import NODE
from tests.openid_provider import CLIENT_ID, CLIENT_SECRET
from tests.processes import http_client
from tests.web.harness import BASE, WebHarness, web_harness

PROVIDER = Path(__file__).with_name("openid_server.js")
CALLBACK = f"{BASE}/sign-in/callback"
_FORM = re.compile(r'<form[^>]* action="([^"]+)"')
_PROMPT = re.compile(r'name="prompt" value="(\w+)"')


@asynccontextmanager
async def providing() -> AsyncIterator[str]:
    """Run the provider; gives its issuer."""
    process = await create_subprocess_exec(
        NODE, PROVIDER, CLIENT_ID, CLIENT_SECRET, CALLBACK, stdin=PIPE, stdout=PIPE, stderr=PIPE
    )
    try:
        yield (await process.stdout.readline()).decode().strip()
    finally:
        process.stdin.close()
        await process.communicate()


async def agree(browser: httpx2.AsyncClient, url: str) -> str:
    """Sign in at the provider and consent; return the address with which it sends the browser back."""
    answer = await browser.get(url)
    while not answer.headers.get("location", "").startswith(CALLBACK):
        if answer.is_redirect:
            answer = await browser.get(str(answer.url.join(answer.headers["location"])))
            continue
        action, prompt = _FORM.search(answer.text), _PROMPT.search(answer.text)
        assert action, answer.text
        assert prompt, answer.text
        form = {"prompt": prompt[1], "login": "ann", "password": "any"}
        answer = await browser.post(str(answer.url.join(action[1])), data=form)
    return str(answer.headers["location"])


def site_of(issuer: str, **settings: object) -> WebHarness:
    known = {"oidc_client_id": CLIENT_ID, "oidc_client_secret": CLIENT_SECRET}
    return web_harness(oidc_issuer=issuer, **known, **settings)


async def come(web: WebHarness, browser: httpx2.AsyncClient) -> httpx2.Response:
    """Sign in, with a browser that is new to the provider."""
    async with http_client() as elsewhere:
        back = await agree(elsewhere, (await browser.get("/sign-in")).headers["location"])
    return await browser.get("/sign-in/callback", params=dict(parse_qsl(urlsplit(back).query)))


async def test_a_person_is_the_same_player_on_two_devices() -> None:
    async with providing() as issuer:
        allowed = {"oidc_domains": ("example.org",), "oidc_claims": ("groups=players",)}
        web = site_of(issuer, oidc_name_claim="given_name", **allowed)
        async with web.browser(accept="text/html") as phone, web.browser(accept="text/html") as laptop:
            found = []
            for browser in (phone, laptop):
                entered = await come(web, browser)
                assert (entered.status_code, entered.headers["location"]) == (303, "/#signed-in"), entered.text
                found.append((await browser.get("/api/v1/me")).json())
    assert found[0]["id"] == found[1]["id"]
    assert found[0]["name"] == "Ann"
