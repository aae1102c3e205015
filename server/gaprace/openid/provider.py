"""The provider, found by its discovery document. Implements `ports.OpenIdProvider`.

OpenID Connect Core 1.0 and Discovery 1.0: the authorization code flow with PKCE (RFC 7636). Flows are not kept by any
process; what is read of the provider is kept by each for an hour.
"""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from types import ModuleType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

from gaprace.base64url import to_text
from gaprace.openid.requests import Answer, ProviderFault, ProviderRequests, Renewed, bad_provider
from gaprace.people.openid import sign_in_ended
from gaprace.ports import Clock, Flow
from gaprace.settings import ServerSettings

if TYPE_CHECKING:
    from joserfc.jwk import KeySet

LIFETIME_S = 3600.0
"""How long the document and the keys are kept."""
PAUSE_S = 5.0
"""The least time between two tries to read one of them: also for the keys, when a token names one that is not known."""
_DISCOVERY = "/.well-known/openid-configuration"
_ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Metadata:
    """The required part of a discovery document."""

    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    algorithms: frozenset[str]
    has_basic: bool
    """Whether the client proves itself by a header, not in the form."""
    names_itself: bool
    """Whether answers have the parameter `iss` (RFC 9207)."""
    has_pkce: bool
    """Whether it says that it checks `code_challenge`; it is sent in any case."""


class DiscoveredProvider:
    """Sends people to the provider, and verifies the answers with which they return."""

    def __init__(self, settings: ServerSettings, clock: Clock, requests: ProviderRequests) -> None:
        self._settings, self._clock, self._requests = settings, clock, requests
        self._metadata = Renewed(self._read_metadata, LIFETIME_S, PAUSE_S)
        self._keys = Renewed(self._read_keys, LIFETIME_S, PAUSE_S)

    @property
    def issuer(self) -> str:
        return self._settings.oidc_issuer

    @property
    def scope(self) -> str:
        """The scope of the requests to the provider: no more than is needed."""
        more = " profile" if self._settings.oidc_name_claim or self._settings.oidc_claims else ""
        return f"openid email{more}"

    async def address(self, flow: Flow, *, other: bool = False) -> str:
        with _logged():
            endpoint = (await self._metadata.get()).authorization_endpoint
        query = urlencode(
            ({"prompt": "select_account"} if other else {})
            | {
                "response_type": "code",
                "client_id": self._settings.oidc_client_id,
                "redirect_uri": flow.redirect_uri,
                "scope": self.scope,
                "state": flow.state,
                "nonce": flow.nonce,
                "code_challenge": to_text(sha256(flow.verifier.encode()).digest()),
                "code_challenge_method": "S256",
            }
        )
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{query}"

    async def claims(self, flow: Flow, code: str, issuer: str | None) -> Mapping[str, Any]:
        with _logged():
            metadata = await self._metadata.get()
            if issuer != self.issuer and (issuer is not None or metadata.names_itself):
                raise bad_provider(f"the answer comes from {issuer}")
            token = await self._id_token(metadata, flow, code)
            return await self._verified(metadata, token, flow.nonce)

    async def metadata(self) -> Metadata:
        """Return the metadata of the discovery document."""
        return await self._metadata.get()

    async def count_keys(self) -> int:
        """Return how many keys can verify a token."""
        return len((await self._keys.get()).keys)

    async def _id_token(self, metadata: Metadata, flow: Flow, code: str) -> str:
        client, secret = self._settings.oidc_client_id, self._settings.oidc_client_secret
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": flow.redirect_uri,
            "code_verifier": flow.verifier,
        }
        is_basic = bool(secret) and metadata.has_basic
        if not is_basic:
            form |= {"client_id": client} | ({"client_secret": secret} if secret else {})
        answer = await self._requests.post(metadata.token_endpoint, form, (client, secret) if is_basic else None)
        if answer.status == HTTPStatus.OK and isinstance(token := answer.fields.get("id_token"), str):
            return token
        if answer.fields.get("error") == "invalid_grant":
            raise sign_in_ended()
        raise bad_provider(f"{metadata.token_endpoint} {_said(answer)}")

    async def _verified(self, metadata: Metadata, token: str, nonce: str) -> Mapping[str, Any]:
        checks = await _load_checks()
        expected = {"iss": self.issuer, "aud": self._settings.oidc_client_id, "nonce": nonce}
        for is_last in (False, True):
            keys = await self._keys.get()
            try:
                now_s = self._clock.now() // 1000
                claims: Mapping[str, Any] = checks.verified(token, keys, metadata.algorithms, expected, now_s)
            except checks.UnknownKey:
                if is_last:
                    break
                await self._keys.renew()
            except ValueError as error:
                raise bad_provider(f"the ID token proves nothing: {error}") from None
            else:
                return claims
        raise bad_provider("the ID token is signed by a key that the provider does not publish")

    async def _read_metadata(self) -> Metadata:
        url = self.issuer.rstrip("/") + _DISCOVERY
        answer = await self._requests.get(url)
        if answer.status != HTTPStatus.OK:
            raise bad_provider(f"{url} {_said(answer)}")
        return read_metadata(answer.fields, self.issuer)

    async def _read_keys(self) -> "KeySet":
        url = (await self._metadata.get()).jwks_uri
        answer, checks = await self._requests.get(url), await _load_checks()
        keys: KeySet = checks.usable_keys(answer.fields)
        if answer.status != HTTPStatus.OK or not keys.keys:
            raise bad_provider(f"{url} has no keys that can verify a token: it {_said(answer)}")
        return keys


def read_metadata(fields: Mapping[str, Any], issuer: str) -> Metadata:
    """Return the metadata of an issuer's discovery document. Raises ProviderFault `bad_provider`, with the reason."""
    if fields.get("issuer") != issuer:
        raise bad_provider(f"the discovery document is that of {fields.get('issuer')!r}, not of {issuer!r}")
    endpoints = {name: _endpoint(fields.get(name), name, issuer) for name in _ENDPOINTS}
    methods = _texts(fields.get("token_endpoint_auth_methods_supported")) or {"client_secret_basic"}
    return Metadata(
        **endpoints,
        algorithms=frozenset(_texts(fields.get("id_token_signing_alg_values_supported")) or {"RS256"}),
        has_basic="client_secret_basic" in methods,
        names_itself=fields.get("authorization_response_iss_parameter_supported") is True,
        has_pkce="S256" in _texts(fields.get("code_challenge_methods_supported")),
    )


def _endpoint(url: object, name: str, issuer: str) -> str:
    """Return the address of an endpoint: by https, or as the issuer itself, which may be on this machine."""
    schemes = {"https", urlsplit(issuer).scheme}
    if not isinstance(url, str) or urlsplit(url).scheme not in schemes or not urlsplit(url).hostname:
        raise bad_provider(f"the discovery document has no {name} by https")
    return url


def _texts(value: object) -> set[str]:
    return {each for each in value if isinstance(each, str)} if isinstance(value, list) else set()


def _said(answer: Answer) -> str:
    """Return the status of an answer, and the code of its error, in words."""
    error = answer.fields.get("error", "")
    return f"answers with {answer.status}{f' ({error})' if isinstance(error, str) and error else ''}"


@contextmanager
def _logged() -> Iterator[None]:
    """Log errors of the provider; those who run the server can mend them, the visitor cannot."""
    try:
        yield
    except ProviderFault as fault:
        _log.warning("sign-in by OpenID Connect: %s", fault.reason)
        raise


async def _load_checks() -> ModuleType:
    return await asyncio.to_thread(_import_checks)


def _import_checks() -> ModuleType:
    from gaprace.openid import id_tokens  # noqa: PLC0415  # 0.3 s that most servers do not need

    return id_tokens
