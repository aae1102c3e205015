"""Sign-in with OpenID Connect: an account at a provider always signs in as the same player.

Players are never merged. If a sign-in could lose a player's games, the person is asked first, since somebody else may
have signed the browser in at the provider (login CSRF).
"""

import logging
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from gaprace.errors import Refusal
from gaprace.people.accounts import Accounts
from gaprace.people.openid_accounts import ProviderConnections
from gaprace.people.signed_notes import SignedNotes
from gaprace.ports import Flow, OpenIdProvider, StoredPlayer
from gaprace.wire.http import Identity

SIGN_IN_LABEL = b"gaprace/1/openid"
"""The label of the notes."""
SEED_BYTES = 32
MAX_TEXT = 80
"""Characters of a claim that are taken over."""
_CLAIMS_SHOWN = ("email", "preferred_username", "name")
"""The claims by which a person knows an account, the best first."""
_log = logging.getLogger(__name__)


class Begun(msgspec.Struct, frozen=True):
    """A sign-in that was started in this browser."""

    seed: str
    to: str
    """The path of the page to go on to."""


class Asked(msgspec.Struct, frozen=True):
    """A question that only the person in front of the browser can answer."""

    subject: str
    shown: str
    """How the person knows the account."""
    name: str
    """For a new player; empty if one is to be made up."""
    player: str
    """The player of the browser when it was asked."""
    owner: str
    """The name of the player whose account it is; empty if it is nobody's."""
    to: str


class Entered(NamedTuple):
    """A person who has signed in."""

    to: str
    identity: Identity | None
    """The identity that the browser gets; None if it keeps its own."""


class Browser(NamedTuple):
    """The browser that returns from the provider."""

    player: StoredPlayer | None
    device: str
    network: str


class OpenIdSignIn:
    """Signs people in with a provider, connects accounts to players, and disconnects them."""

    def __init__(
        self, connections: ProviderConnections, accounts: Accounts, provider: OpenIdProvider, notes: SignedNotes
    ) -> None:
        """`notes`: the state that browsers keep during a sign-in."""
        self.connections, self._rules = connections, connections.rules
        self._accounts, self._provider, self._notes = accounts, provider, notes

    async def begin(self, redirect_uri: str, to: str, *, other: bool = False) -> tuple[str, str]:
        """Return the note for the browser, and the URL of the provider to which it is redirected.

        `other`: let the person choose an account there.
        """
        begun = Begun(secrets.token_urlsafe(SEED_BYTES), to)
        return self._notes.write(begun), await self._provider.address(self._flow(begun, redirect_uri), other=other)

    async def finish(
        self, kept: str, redirect_uri: str, answer: Mapping[str, str], browser: Browser
    ) -> Entered | tuple[str, Asked]:
        """Handle the provider's response. Return the person who has signed in, or a question and its note.

        Raises `sign_in_ended`, `sign_in_cancelled`, `provider_unavailable`.
        """
        begun = self._notes.read(kept, Begun)
        if begun is None:
            raise sign_in_ended()
        flow = self._flow(begun, redirect_uri)
        if not secrets.compare_digest(answer.get("state", "").encode(), flow.state.encode()):
            raise sign_in_ended()
        if "code" not in answer:
            raise _not_signed_in(answer.get("error", ""))
        claims = await self._provider.claims(flow, answer["code"], answer.get("iss"))
        self._refuse(claims)
        subject, shown, name = claims["sub"], _shown(claims), _text(claims.get(self._rules.name_claim))
        owner, current = await self.connections.owner(subject), browser.player
        is_here = owner and current and owner.id == current.id
        if current is None or is_here or not await self.connections.would_be_lost(current):
            return await self._entered(subject, name, browser, begun.to)
        asked = Asked(subject, shown, name, current.id, owner.name if owner else "", begun.to)
        return self._notes.write(asked), asked

    def question(self, kept: str, player: StoredPlayer | None) -> Asked:
        """Return the question of a browser's note.

        Raises `sign_in_ended`, also if the browser is another player's by now.
        """
        asked = self._notes.read(kept, Asked)
        if asked is None or player is None or asked.player != player.id:
            raise sign_in_ended()
        return asked

    async def answer(self, kept: str, choice: str, browser: Browser) -> Entered:
        """Carry out the person's choice. Raises `sign_in_ended`, also if the choice does not belong to the question."""
        asked = self.question(kept, browser.player)
        if choice == "stay":
            return Entered(asked.to, None)
        if browser.player and choice == "connect" and not asked.owner:
            if not await self.connections.connect(asked.subject, browser.player.id, browser.player.generation):
                raise sign_in_ended()
            return Entered(asked.to, None)
        if choice == ("switch" if asked.owner else "new"):
            return await self._entered(asked.subject, asked.name, browser, asked.to)
        raise sign_in_ended()

    def _flow(self, begun: Begun, redirect_uri: str) -> Flow:
        """Return the secrets of a sign-in, which follow from its seed: the verifier never leaves the server."""
        state, nonce, verifier = (self._notes.derived(begun.seed, what) for what in ("state", "nonce", "verifier"))
        return Flow(redirect_uri, state, nonce, verifier)

    def _refuse(self, claims: Mapping[str, Any]) -> None:
        """Refuse accounts that may not sign in."""
        if self._rules.domains:
            domain = _verified_domain(claims)
            if domain not in self._rules.domains:
                _log.info("an account is refused: its verified e-mail address is at %s", domain)
                raise _not_allowed(f"with a confirmed e-mail address at {', '.join(sorted(self._rules.domains))}")
        for each in self._rules.claims:
            name, _, value = each.partition("=")
            if not _has(claims.get(name), value):
                raise _not_allowed("that the people who run this server have admitted")

    async def _entered(self, subject: str, name: str, browser: Browser, to: str) -> Entered:
        """Sign a person in as the player of a subject, who is created if there is none."""
        owner = await self.connections.owner(subject)
        if owner is None:
            made = await self._new_player(name, browser)
            if await self.connections.connect(subject, made.id):
                return Entered(to, made)
            owner = await self.connections.owner(subject)  # another tab was faster
            if owner is None:
                raise sign_in_ended()
        await self.connections.prove(subject)
        is_here = browser.player is not None and browser.player.id == owner.id
        return Entered(to, None if is_here else self._accounts.signed_in(owner))

    async def _new_player(self, name: str, browser: Browser) -> Identity:
        """Create a player with the name from the provider, of the guest in this browser, or with a default name."""
        guest = browser.player.name if browser.player and not browser.player.program else ""
        for each in (name, name.partition(" ")[0], guest):
            if each:
                try:
                    return await self._accounts.new_player(
                        each, recovery=False, device=browser.device, network=browser.network
                    )
                except Refusal:
                    continue
        return await self._accounts.new_player(recovery=False, device=browser.device, network=browser.network)


def _verified_domain(claims: Mapping[str, Any]) -> str | None:
    """Return the domain of a verified e-mail address, or None. Some providers write `email_verified` as a text."""
    name, at, domain = _text(claims.get("email")).lower().partition("@")
    is_address = name and at and domain and "@" not in domain
    return domain if is_address and str(claims.get("email_verified")).lower() == "true" else None


def _has(claim: object, value: str) -> bool:
    """Whether a claim is a value, or a list with it."""
    if isinstance(claim, bool):
        return value == str(claim).lower()
    return value in map(str, claim) if isinstance(claim, list) else isinstance(claim, str | int) and str(claim) == value


def _shown(claims: Mapping[str, Any]) -> str:
    return next(filter(None, (_text(claims.get(name)) for name in _CLAIMS_SHOWN)), "")


def _text(claim: object) -> str:
    return "".join(each for each in claim if each.isprintable()).strip()[:MAX_TEXT] if isinstance(claim, str) else ""


def sign_in_ended() -> Refusal:
    """Return the error for a sign-in that has expired or belongs to another browser."""
    return Refusal(
        "sign_in_ended", "This sign-in was started in another browser, took too long, or has ended. Sign in again."
    )


def _not_signed_in(error: str) -> Refusal:
    if error in {"server_error", "temporarily_unavailable"}:
        return Refusal("provider_unavailable", "The identity provider is not responding. Try again in a minute.")
    return Refusal("sign_in_cancelled", "Nobody was signed in. Sign in again whenever you like.")


def _not_allowed(which: str) -> Refusal:
    return Refusal("account_not_allowed", f"This account may not sign in here: it takes one {which}.")
