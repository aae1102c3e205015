"""Sign-in by OpenID Connect, with a provider over HTTP: the whole way, and what attackers and a bad provider do."""

import re
import time
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from hmac import digest
from urllib.parse import parse_qs, urlsplit

import httpx2
import msgspec
import pytest
from httpx2 import AsyncClient
from joserfc import jwt
from starlette.responses import JSONResponse

from gaprace.ports import StoredSubject
from gaprace.web.http.authentication import COOKIE
from tests.openid_provider import CLIENT_ID, CLIENT_SECRET, Provider, new_key, providing
from tests.store.material import TODAY, play_daily
from tests.web.harness import WebHarness, connected, read_to_end, served, web_harness
from tests.web.responses import id_of

TO = "/daily/2026-11-23?v=mini"


@dataclass
class Site:
    """A server with sign-in, and its provider."""

    web: WebHarness
    provider: Provider

    def browser(self, **headers: str) -> AsyncClient:
        return self.web.browser(accept="text/html", **headers)

    async def go(self, browser: AsyncClient, to: str = TO) -> dict[str, str]:
        """Begin a sign-in; return what the provider answers."""
        begun = await browser.get("/sign-in", params={"to": to})
        assert begun.status_code == 303, begun.text
        query = {name: value for name, (value,) in parse_qs(urlsplit(begun.headers["location"]).query).items()}
        return self.provider.answer(query)

    async def come(self, browser: AsyncClient, to: str = TO) -> httpx2.Response:
        """Sign in, up to the answer of this server to the browser that comes back."""
        return await browser.get("/sign-in/callback", params=await self.go(browser, to))

    async def subject(self, subject: str = "ann") -> StoredSubject | None:
        return await self.web.store.subject(self.provider.issuer, subject)

    async def guest(self, browser: AsyncClient, *, plays: bool = True) -> str:
        """Let a browser be a guest's; return the guest's id."""
        made = await self.web.accounts.new_player("Zebra", recovery=False)
        browser.cookies.set(COOKIE, made.token, "race.test")
        if plays:
            await play_daily(self.web.store, TODAY, made.id)
        return made.id


def site_of(provider: Provider, **settings: object) -> Site:
    known = {"oidc_client_id": CLIENT_ID, "oidc_client_secret": CLIENT_SECRET, "oidc_label": "Club <1>"}
    return Site(web_harness(**{"oidc_issuer": provider.issuer, **known, **settings}), provider)


@asynccontextmanager
async def visited(**settings: object) -> AsyncIterator[Site]:
    async with providing() as provider:
        yield site_of(provider, **settings)


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with visited() as site:
        yield site


@pytest.fixture
async def browser(site: Site) -> AsyncIterator[AsyncClient]:
    async with site.browser() as browser:
        yield browser


def code_of(answer: httpx2.Response) -> str:
    """Return the code of a problem that a page shows."""
    found = re.search(r'<p class="small soft">(\w+)</p>', answer.text)
    return found[1] if found else ""


# The whole way


async def test_who_signs_in_becomes_a_player_and_is_the_same_one_on_another_device(site: Site) -> None:
    async with site.browser() as phone, site.browser() as laptop:
        entered = await site.come(phone)
        assert (entered.status_code, entered.headers["location"]) == (303, f"{TO}#signed-in")
        assert "HttpOnly" in entered.headers["set-cookie"]
        await site.come(laptop)
        assert await id_of(phone) == await id_of(laptop)
        stored = await site.subject()
        assert (stored.player, stored.generation) == (await id_of(phone), None)


async def test_what_is_asked_of_the_provider_is_as_the_specification_says(site: Site, browser: AsyncClient) -> None:
    begun = await browser.get("/sign-in")
    at, query = begun.headers["location"].partition("?")[::2]
    asked = {name: value for name, (value,) in parse_qs(query).items()}
    assert at == f"{site.provider.issuer}/auth"
    assert asked["redirect_uri"] == "http://race.test/sign-in/callback"
    assert (asked["response_type"], asked["client_id"], asked["scope"]) == ("code", CLIENT_ID, "openid email")
    assert asked["code_challenge_method"] == "S256"
    assert len({asked["state"], asked["nonce"], asked["code_challenge"]}) == 3
    assert not any(asked[name] in begun.headers["set-cookie"] for name in ("state", "nonce", "code_challenge"))


async def test_a_guest_without_a_game_gives_the_name_to_a_new_player(site: Site, browser: AsyncClient) -> None:
    guest = await site.guest(browser, plays=False)
    assert (await site.come(browser)).headers["location"].endswith("#signed-in")
    me = (await browser.get("/api/v1/me")).json()
    assert me["id"] != guest  # a token of the guest that somebody else may have is good for nothing
    assert me["name"] == "Zebra"


@pytest.mark.parametrize(
    ("claim", "name"), [("Ann Example", "Ann Example"), ("Annabel " + "x" * 30, "Annabel"), (7, None), ("\u202e", None)]
)
async def test_the_provider_may_name_a_new_player(claim: object, name: str | None) -> None:
    async with visited(oidc_name_claim="given_name") as site, site.browser() as browser:
        site.provider.person["given_name"] = claim
        await site.come(browser)
        found = (await browser.get("/api/v1/me")).json()["name"]
    assert found == (name or found)


# Guests with something to lose are asked


async def test_a_guest_with_games_is_connected_only_after_a_question(site: Site, browser: AsyncClient) -> None:
    async with site.browser() as other:
        guest = await site.guest(browser)
        asked = await site.come(browser)
        assert asked.headers["location"] == "/sign-in/question"
        assert await site.subject() is None
        question = await browser.get("/sign-in/question")
        assert "<bdi>Zebra</bdi>" in question.text
        assert "<bdi>ann@example.org</bdi>" in question.text
        assert "<bdi>Club &lt;1&gt;</bdi>" in question.text
        answered = await browser.post("/sign-in/answer?choice=connect")
        assert (answered.status_code, answered.headers["location"]) == (303, TO)
        stored = await site.subject()
        assert (stored.player, stored.generation) == (guest, 1)
        await site.come(other)
        assert await id_of(other) == guest
        assert code_of(await browser.post("/sign-in/answer?choice=connect")) == "sign_in_ended"


async def test_a_guest_with_games_may_stay_or_begin_anew(site: Site, browser: AsyncClient) -> None:
    guest = await site.guest(browser)
    await site.come(browser)
    assert (await browser.post("/sign-in/answer?choice=stay")).headers["location"] == TO
    assert (await id_of(browser), await site.subject()) == (guest, None)
    await site.come(browser)
    await browser.post("/sign-in/answer?choice=new")
    stored = await site.subject()
    assert await id_of(browser) == stored.player != guest
    assert await site.web.store.is_needed(guest)  # the games stay with the guest


async def test_who_has_a_player_already_is_asked_before_a_guest_with_games_is_left(
    site: Site, browser: AsyncClient
) -> None:
    async with site.browser() as first:
        await site.come(first)
        guest, owner = await site.guest(browser), await id_of(first)
        assert (await site.come(browser)).headers["location"] == "/sign-in/question"
        assert "Continue as" in (await browser.get("/sign-in/question")).text
        assert code_of(await browser.post("/sign-in/answer?choice=connect")) == "sign_in_ended"
        assert await id_of(browser) == guest
        await site.come(browser)
        await browser.post("/sign-in/answer?choice=switch")
        assert await id_of(browser) == owner


async def test_a_shared_browser_goes_to_the_next_person_without_a_question(site: Site, browser: AsyncClient) -> None:
    await site.come(browser)
    ann = await id_of(browser)
    await play_daily(site.web.store, TODAY, ann)
    site.provider.person = {"sub": "bob"}
    await site.come(browser)
    assert await id_of(browser) != ann
    site.provider.person = {"sub": "ann"}
    await site.come(browser)
    assert await id_of(browser) == ann


async def test_the_question_belongs_to_one_player_and_answers_come_from_this_site_alone(
    site: Site, browser: AsyncClient
) -> None:
    await site.guest(browser)
    await site.come(browser)
    foreign = await browser.post("/sign-in/answer?choice=connect", headers={"Origin": "https://evil.example"})
    assert (foreign.status_code, await site.subject()) == (403, None)
    await site.guest(browser)
    assert code_of(await browser.post("/sign-in/answer?choice=connect")) == "sign_in_ended"
    assert code_of(await browser.get("/sign-in/question")) == "sign_in_ended"
    assert await site.subject() is None


# What attackers do


async def test_an_answer_counts_only_in_the_browser_that_began(site: Site) -> None:
    async with site.browser() as attacker, site.browser() as victim:
        answer = await site.go(attacker)
        assert code_of(await victim.get("/sign-in/callback", params=answer)) == "sign_in_ended"
        await site.go(victim)
        assert code_of(await victim.get("/sign-in/callback", params=answer)) == "sign_in_ended"
        assert COOKIE not in victim.cookies
        assert "token" not in site.provider.asked  # the state is looked at first; PKCE and nonce would hold, too
    assert await site.subject() is None


async def test_an_answer_counts_once_even_with_the_cookie_of_then(site: Site, browser: AsyncClient) -> None:
    async with site.browser() as thief:
        answer = await site.go(browser)
        kept = dict(browser.cookies)
        await browser.get("/sign-in/callback", params=answer)
        assert code_of(await browser.get("/sign-in/callback", params=answer)) == "sign_in_ended"
        thief.cookies.update(kept)
        assert code_of(await thief.get("/sign-in/callback", params=answer)) == "sign_in_ended"
        assert COOKIE not in thief.cookies


async def test_the_code_of_another_sign_in_is_good_for_nothing(site: Site) -> None:
    async with site.browser() as attacker, site.browser() as victim:
        stolen, own = await site.go(victim), await site.go(attacker)
        mixed = await attacker.get("/sign-in/callback", params={**own, "code": stolen["code"]})
        assert code_of(mixed) == "sign_in_ended"  # PKCE
        assert COOKIE not in attacker.cookies


async def test_a_sign_in_that_takes_too_long_has_ended(
    monkeypatch: pytest.MonkeyPatch, site: Site, browser: AsyncClient
) -> None:
    answer, now = await site.go(browser), site.web.clock.now()
    monkeypatch.setattr(site.web.clock, "now", lambda: now + 601_000)
    assert code_of(await browser.get("/sign-in/callback", params=answer)) == "sign_in_ended"


@pytest.mark.parametrize("kept", ["", "x", "1.e30.00", "9" * 4000])
async def test_nobody_else_writes_what_a_browser_keeps(kept: str, site: Site, browser: AsyncClient) -> None:
    browser.cookies.set("gaprace-sign-in", kept)
    assert code_of(await browser.get("/sign-in/callback?state=x&code=x")) == "sign_in_ended"


def by_hand(header: dict[str, object], claims: dict[str, object], secret: bytes = b"") -> str:
    """Return a token that no library would make: without a signature, or with a MAC by a secret."""
    parts = [urlsafe_b64encode(msgspec.json.encode(part)).rstrip(b"=") for part in (header, claims)]
    mac = digest(secret, b".".join(parts), "sha256") if secret else b""
    return b".".join([*parts, urlsafe_b64encode(mac).rstrip(b"=")]).decode()


def forged(site: Site, how: str) -> None:
    """Let the provider, or somebody in its place, make a bad ID token."""
    provider, now = site.provider, int(time.time())
    changes = {
        "issuer": {"iss": "https://evil.example"},
        "audience": {"aud": "another"},
        "party": {"aud": [CLIENT_ID, "another"], "azp": "another"},
        "two audiences": {"aud": [CLIENT_ID, "another"]},
        "nonce": {"nonce": "another"},
        "expired": {"exp": now - 120},
        "future": {"iat": now + 3600},
        "no nonce": {"nonce": None},
        "no subject": {"sub": ""},
        "number": {"sub": 7},
    }
    public = provider.key.as_pem(private=False)
    signers = {
        "none": lambda claims: by_hand({"alg": "none"}, claims),
        "none, with a key": lambda claims: by_hand({"alg": "none", "kid": provider.key.kid}, claims),
        "public key as a secret": lambda claims: by_hand({"alg": "HS256", "kid": provider.key.kid}, claims, public),
        "another key": lambda claims: jwt.encode({"alg": "RS256", "kid": provider.key.kid}, claims, new_key()),
        "unknown key": lambda claims: jwt.encode({"alg": "RS256", "kid": "x"}, claims, new_key("x")),
        "no token": lambda _: "no token",
    }
    if how in changes:
        provider.forge = lambda claims: {name: v for name, v in (claims | changes[how]).items() if v is not None}
    else:
        provider.sign = signers[how]


@pytest.mark.parametrize(
    "how",
    [
        *("issuer", "audience", "party", "two audiences", "nonce", "expired", "future", "no nonce", "no subject"),
        *("number", "none", "none, with a key", "public key as a secret", "another key", "unknown key", "no token"),
    ],
)
async def test_a_forged_token_proves_nothing(
    how: str, caplog: pytest.LogCaptureFixture, site: Site, browser: AsyncClient
) -> None:
    forged(site, how)
    refused = await site.come(browser)
    assert (refused.status_code, code_of(refused)) == (502, "bad_provider")
    assert COOKIE not in browser.cookies
    assert "sign-in by OpenID Connect: the ID token" in caplog.text


async def test_an_answer_that_names_another_provider_is_refused() -> None:
    async with visited() as site, site.browser() as browser:
        answer = await site.go(browser)
        refused = await browser.get("/sign-in/callback", params={**answer, "iss": "https://evil.example"})
        assert code_of(refused) == "bad_provider"
        answer = await site.go(browser)
        entered = await browser.get("/sign-in/callback", params={**answer, "iss": site.provider.issuer})
        assert entered.status_code == 303
    async with visited() as site, site.browser() as browser:
        site.provider.metadata = {"authorization_response_iss_parameter_supported": True}
        assert code_of(await site.come(browser)) == "bad_provider"


@pytest.mark.parametrize("to", ["//evil.example/", "/\\evil.example", "https://evil.example", "/a b", "x", "/\n/x"])
async def test_a_sign_in_leads_to_no_other_site(to: str, site: Site, browser: AsyncClient) -> None:
    assert (await site.come(browser, to)).headers["location"] == "/#signed-in"


# Who may sign in


@pytest.mark.parametrize(
    ("person", "may"),
    [
        ({"email": "ann@example.org", "email_verified": True}, True),
        ({"email": "Ann@EXAMPLE.org", "email_verified": True}, True),
        ({"email": "ann@example.org", "email_verified": False}, False),
        ({"email": "ann@example.org", "email_verified": "true"}, True),  # as some providers write it
        ({"email": "ann@example.org", "email_verified": "false"}, False),
        ({"email": "ann@example.org"}, False),
        ({"email": "ann@evil.example", "email_verified": True}, False),
        ({"email": "ann@evil.example@example.org", "email_verified": True}, False),
        ({"email": "ann@evil.example@sub.example.org", "email_verified": True}, False),
        ({"email": "example.org", "email_verified": True}, False),
        ({}, False),
    ],
)
async def test_only_confirmed_addresses_of_the_domains_sign_in(person: dict[str, object], may: bool) -> None:
    async with visited(oidc_domains=frozenset({"example.org"})) as site, site.browser() as browser:
        site.provider.person = {"sub": "ann", **person}
        answer = await site.come(browser)
        assert (answer.status_code, code_of(answer)) == ((303, "") if may else (403, "account_not_allowed"))
        assert "other=1" in answer.text or may


@pytest.mark.parametrize(
    ("claims", "may"),
    [
        ({"groups": ["a", "players"]}, True),
        ({"groups": "players"}, True),
        ({"groups": ["others"]}, False),
        ({"groups": "players and others"}, False),
        ({"groups": {"players": 1}}, False),
        ({}, False),
    ],
)
async def test_only_accounts_with_the_claim_sign_in(claims: dict[str, object], may: bool) -> None:
    async with visited(oidc_claims=("groups=players",)) as site, site.browser() as browser:
        site.provider.person |= claims
        assert ((await site.come(browser)).status_code == 303) is may


# A provider that is away, slow or wrong


async def test_a_provider_that_is_away_keeps_nobody_out_who_is_in(caplog: pytest.LogCaptureFixture) -> None:
    async with visited(private=True) as site, site.browser() as inside, site.browser() as outside:
        await site.come(inside)
        answer = await site.go(outside)
        site.provider.is_away = True
        refused = await outside.get("/sign-in/callback", params=answer)
        assert (refused.status_code, code_of(refused)) == (503, "provider_unavailable")
        assert (await inside.get("/api/v1/me")).status_code == 200
    assert "answers with 503" in caplog.text


async def test_a_failure_is_shared_for_a_while_so_that_nothing_piles_up(site: Site, browser: AsyncClient) -> None:
    site.provider.is_away = True
    for _ in range(5):
        assert code_of(await browser.get("/sign-in")) == "provider_unavailable"
    assert site.provider.asked == ["openid-configuration"]


async def test_the_document_and_the_keys_are_read_once_for_all(site: Site) -> None:
    for person in ("ann", "bob"):
        async with site.browser() as browser:
            site.provider.person = {"sub": person}
            await site.come(browser)
    assert sorted(site.provider.asked) == ["keys", "openid-configuration", "token", "token"]


async def test_a_new_key_is_found_and_unknown_ones_are_not_looked_for_again_and_again(
    monkeypatch: pytest.MonkeyPatch, site: Site, browser: AsyncClient
) -> None:
    await site.come(browser)
    monkeypatch.setattr("gaprace.openid.provider.PAUSE_S", 0.0)
    site.provider.key = new_key("second")
    site.provider.published.append(site.provider.key)
    assert code_of(await site.come(browser)) == "bad_provider"  # the keys were read a moment ago
    assert site.provider.asked.count("keys") == 1
    other = site_of(site.provider)
    async with other.browser() as later:
        await other.come(later)
        site.provider.key = new_key("third")
        site.provider.published.append(site.provider.key)
        assert (await other.come(later)).status_code == 303
    assert site.provider.asked.count("keys") == 3


@pytest.mark.parametrize(
    "metadata",
    [
        {"issuer": "https://evil.example"},
        {"token_endpoint": "http://evil.example\\@x"},
        {"token_endpoint": None},
        {"jwks_uri": "file:///etc/passwd"},
        {"authorization_endpoint": "javascript:alert(1)"},
    ],
)
async def test_a_document_that_does_not_fit_is_refused(
    metadata: dict[str, object], site: Site, browser: AsyncClient
) -> None:
    site.provider.metadata = metadata
    answer = await browser.get("/sign-in")
    assert code_of(answer) in {"bad_provider", "provider_unavailable"} or "evil" not in answer.headers["location"]


async def test_a_client_that_the_provider_does_not_know_is_the_hosts_problem(caplog: pytest.LogCaptureFixture) -> None:
    async with providing() as provider:
        site = site_of(provider, oidc_client_id="somebody")
        async with site.browser() as browser:
            assert code_of(await site.come(browser)) == "bad_provider"
    assert "answers with 401 (invalid_client)" in caplog.text


@pytest.mark.parametrize(
    ("error", "code"), [("access_denied", "sign_in_cancelled"), ("temporarily_unavailable", "provider_unavailable")]
)
async def test_an_error_of_the_provider_has_a_page(error: str, code: str, site: Site) -> None:
    async with site.browser(**{"accept-language": "de"}) as browser:
        answer = await site.go(browser)
        back = await browser.get("/sign-in/callback", params={"error": error, "state": answer["state"]})
    assert code_of(back) == code
    assert "Du bist nicht angemeldet" in back.text


async def test_a_token_without_an_id_token_is_refused(site: Site, browser: AsyncClient) -> None:
    site.provider.token_answer = JSONResponse({"access_token": "x"})
    assert code_of(await site.come(browser)) == "bad_provider"


# Private servers


async def test_on_a_private_server_only_those_get_in_who_have_signed_in() -> None:
    async with visited(private=True) as site, site.browser() as browser:
        stranger = (await site.web.accounts.new_player("Stranger")).token
        door = await browser.get(TO)
        assert door.status_code == 403
        assert f'href="/sign-in?to={TO.replace("?", "%3F").replace("=", "%3D")}"' in door.text
        assert "Invitation code" not in door.text
        async with site.web.browser(Authorization=f"Bearer {stranger}") as guest:
            assert (await guest.get("/api/v1/rooms")).json()["code"] == "invitation_needed"
            assert (await guest.post("/api/v1/players", json={})).json()["code"] == "invitation_needed"
        await site.come(browser)
        assert (await browser.get("/api/v1/rooms")).status_code == 200
        assert (await browser.get(TO)).status_code == 200


async def test_sockets_and_programs_come_in_by_the_token_of_somebody_who_has_signed_in() -> None:
    async with visited(private=True) as site, site.browser() as browser, served(site.web.app) as at:
        stranger = (await site.web.accounts.new_player("Stranger")).token
        async with connected(at, stranger) as outsider:
            await read_to_end(outsider)
            assert outsider.close_code == 4417
        await site.come(browser)
        made = await browser.post("/api/v1/me/tokens", json={"name": "Bot", "scope": "play"})
        async with connected(at, made.json()["token"], code="ZZZZZZZZ") as program:
            await program.send('{"t":"hello","protocol":0}')
            await read_to_end(program)
            assert program.close_code != 4417


async def test_on_a_private_server_people_sign_in_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async with visited(private=True, oidc_days=7) as site, site.browser() as browser:
        await site.come(browser)
        stored = await site.subject()
        await site.web.store.prove_subject(stored.issuer, stored.subject, stored.proven_at - 7 * 86_400_000)
        assert (await browser.get("/api/v1/rooms")).status_code == 403
        await site.come(browser)
        assert await id_of(browser) == stored.player


async def test_an_invitation_or_a_sign_in_lets_in_where_both_are_set() -> None:
    invitation = "come-in-0123456789"
    async with (
        visited(private=True, invitations=(invitation,)) as site,
        site.browser() as invited,
        site.browser() as member,
    ):
        door = (await invited.get("/")).text
        assert "Invitation code" in door
        assert "/sign-in?to=/" in door
        await invited.get("/invitation", params={"code": invitation})
        assert (await invited.get("/api/v1/rooms")).status_code == 200
        await site.come(member)
        assert (await member.get("/api/v1/rooms")).status_code == 200


async def test_with_invitations_alone_a_sign_in_lets_nobody_in() -> None:
    async with visited(invitations=("come-in-0123456789",)) as site, site.browser() as browser:
        assert (await browser.get("/sign-in")).status_code == 403


# Signing out, disconnecting, deleting


async def test_signing_out_ends_this_browser_and_signing_in_brings_the_player_back() -> None:
    async with visited(private=True) as site, site.browser() as browser:
        await site.come(browser)
        player = await id_of(browser)
        (session,) = (await browser.get("/api/v1/me/sessions")).json()["sessions"]
        await browser.delete(f"/api/v1/me/sessions/{session['id']}")
        assert COOKIE not in browser.cookies
        assert (await browser.get("/api/v1/me")).status_code == 403
        await site.come(browser)
        assert await id_of(browser) == player


async def test_who_comes_back_by_the_provider_can_sign_out_all_others(site: Site, browser: AsyncClient) -> None:
    async with site.browser() as other:
        await site.come(browser)
        await site.come(other)
        assert (await browser.post("/api/v1/me/sign-out")).status_code == 200
        assert (await other.get("/api/v1/me")).status_code == 401
        await site.come(other)
        assert await id_of(other) == await id_of(browser)


async def test_what_was_connected_later_ends_with_the_other_sign_ins(site: Site, browser: AsyncClient) -> None:
    guest = await site.guest(browser)
    await site.come(browser)
    await browser.post("/sign-in/answer?choice=connect")
    account = (await browser.get("/api/v1/me/account")).json()
    assert account["connected_at"] > 0
    assert "is_own" not in account or not account["is_own"]
    assert (await browser.post("/api/v1/me/sign-out")).json()["code"] == "no_recovery_code"
    player = await site.web.store.player(guest)
    await site.web.store.change_credentials(player, replace(player, generation=2))
    assert await site.subject() is None


async def test_a_player_is_disconnected_who_can_come_back_otherwise(site: Site, browser: AsyncClient) -> None:
    await site.come(browser)
    assert (await browser.delete("/api/v1/me/account")).json()["code"] == "no_recovery_code"
    await site.guest(browser)
    assert (await browser.delete("/api/v1/me/account")).json()["code"] == "not_connected"
    site.provider.person = {"sub": "bob"}
    await site.come(browser)
    await browser.post("/sign-in/answer?choice=connect")
    disconnected = (await browser.delete("/api/v1/me/account")).json()
    assert disconnected.get("connected_at") is None
    assert await site.subject("bob") is None


async def test_nobody_gives_up_the_only_way_in() -> None:
    async with visited(private=True) as site, site.browser() as browser:
        await site.come(browser)
        assert (await browser.delete("/api/v1/me/account")).json()["code"] == "only_way_in"


async def test_an_export_has_the_account_and_a_deletion_forgets_it(site: Site, browser: AsyncClient) -> None:
    await site.come(browser)
    (account,) = (await browser.get("/api/v1/me/export")).json()["records"]["accounts"]
    assert (account["issuer"], account["subject"]) == (site.provider.issuer, "ann")
    me = (await browser.get("/api/v1/me")).json()
    await browser.request("DELETE", "/api/v1/me", json={"name": me["name"]})
    assert await site.subject() is None
    await site.come(browser)
    assert await id_of(browser) != me["id"]


async def test_without_a_provider_there_is_no_sign_in_and_pages_say_so(site: Site, browser: AsyncClient) -> None:
    assert '<meta name="sign-in" content="Club &lt;1&gt;" />' in (await browser.get("/")).text
    async with web_harness().browser() as elsewhere:
        assert 'name="sign-in"' not in (await elsewhere.get("/")).text
        for path in ("/sign-in", "/sign-in/callback", "/sign-in/question"):
            assert (await elsewhere.get(path)).json()["code"] == "no_sign_in_here"


async def test_another_process_takes_what_this_one_has_begun() -> None:
    async with providing() as provider:
        here, there = site_of(provider), site_of(provider)
        there.web.store.database = here.web.store.database
        async with here.browser() as browser, there.browser() as later:
            answer = await here.go(browser)
            later.cookies.update(browser.cookies)
            assert (await later.get("/sign-in/callback", params=answer)).status_code == 303
