"""A small provider of OpenID Connect over real HTTP: people sign in by one tap, and a test chooses its faults."""

import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode

from joserfc import jwt
from joserfc.jwk import Key, KeySet, RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from tests.web.harness import served

CLIENT_ID, CLIENT_SECRET = "gaprace", "a:secret with/signs"
Claims = dict[str, Any]


def new_key(kid: str = "first") -> Key:
    return RSAKey.generate_key(2048, {"kid": kid, "use": "sig"})


@cache
def first_key() -> Key:
    """The key of every provider at first: to make one takes a tenth of a second."""
    return new_key()


@dataclass
class Grant:
    """What a code stands for."""

    query: Mapping[str, str]
    claims: Claims


@dataclass
class Provider:
    """The provider. It checks whatever it should: client, redirect, PKCE, and that a code is used once."""

    at: str = ""
    key: Key = field(default_factory=first_key)
    published: list[Key] = field(default_factory=list)
    person: Claims = field(default_factory=lambda: {"sub": "ann", "email": "ann@example.org", "email_verified": True})
    """Who is signed in there, in the browser that comes."""
    is_away: bool = False
    """Whether it answers everything with 503."""
    metadata: Claims = field(default_factory=dict)
    """What is otherwise in its discovery document."""
    forge: Callable[[Claims], Claims] = field(default=lambda claims: claims)
    """Changes the claims of an ID token."""
    sign: Callable[[Claims], str] | None = None
    """Signs an ID token in another way."""
    token_answer: Response | None = None
    asked: list[str] = field(default_factory=list)
    """The paths that were asked."""
    queries: list[dict[str, str]] = field(default_factory=list)
    """With which browsers came."""
    grants: dict[str, Grant] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.published = [self.key]

    @property
    def issuer(self) -> str:
        return f"http://{self.at}/realms/club"

    @property
    def app(self) -> Starlette:
        base = "/realms/club"
        routes = [
            Route(f"{base}/.well-known/openid-configuration", self._discovery),
            Route(f"{base}/auth", self._auth),
            Route(f"{base}/token", self._token, methods=["POST"]),
            Route(f"{base}/keys", self._keys),
        ]
        return Starlette(routes=routes)

    async def _discovery(self, request: Request) -> Response:
        known = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/auth",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
        }
        return self._answer(request, JSONResponse({**known, **self.metadata}))

    async def _keys(self, request: Request) -> Response:
        return self._answer(request, JSONResponse(KeySet(self.published).as_dict(private=False)))

    async def _auth(self, request: Request) -> Response:
        """Show a page with one button: what comes behind it is the answer to the client."""
        query = dict(request.query_params)
        self.queries.append(query)
        back = escape_link(f"{query['redirect_uri']}?{urlencode(self.answer(query))}")
        link = f'<a href="{back}">I am {self.person["sub"]}</a>'
        page = f"<!doctype html><title>Club</title><main><h1>Club</h1>{link}</main>"
        return self._answer(request, HTMLResponse(page))

    def answer(self, query: Mapping[str, str]) -> dict[str, str]:
        """Return what goes back to the client of somebody who signs in."""
        code = f"code-{len(self.grants)}"
        self.grants[code] = Grant(query, dict(self.person))
        return {"code": code, "state": query["state"]}

    async def _token(self, request: Request) -> Response:
        form = dict(parse_qsl((await request.body()).decode()))
        return self._answer(request, self.token_answer or self._granted(request.headers, form))

    def _granted(self, headers: Mapping[str, str], form: Mapping[str, str]) -> Response:
        client = b64decode(headers.get("authorization", "").removeprefix("Basic ")).decode().split(":")
        if [unquote(each) for each in client] != [CLIENT_ID, CLIENT_SECRET]:
            return JSONResponse({"error": "invalid_client"}, 401)
        grant = self.grants.pop(form["code"], None)
        challenge = urlsafe_b64encode(sha256(form["code_verifier"].encode()).digest()).decode().rstrip("=")
        if (
            grant is None
            or form["redirect_uri"] != grant.query["redirect_uri"]
            or challenge != grant.query["code_challenge"]
        ):
            return JSONResponse({"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT_ID, "iat": now, "exp": now + 300, "nonce": grant.query["nonce"]}
        forged = self.forge(claims | grant.claims)
        token = self.sign(forged) if self.sign else jwt.encode({"alg": "RS256", "kid": self.key.kid}, forged, self.key)
        return JSONResponse({"access_token": "x", "token_type": "Bearer", "id_token": token})

    def _answer(self, request: Request, answer: Response) -> Response:
        self.asked.append(request.url.path.rpartition("/")[2])
        return Response(status_code=503) if self.is_away else answer


def escape_link(url: str) -> str:
    return url.replace("&", "&amp;")


@asynccontextmanager
async def providing() -> AsyncIterator[Provider]:
    """Serve a provider on a free port."""
    provider = Provider()
    async with served(provider.app) as at:
        provider.at = at
        yield provider
