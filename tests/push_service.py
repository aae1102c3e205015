"""A push service and its browsers without a network: it checks what it gets as RFC 8030, 8188, 8291 and 8292 say."""

import asyncio
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from secrets import token_bytes, token_hex
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from gaprace.play.notices.outbox import Outcome
from gaprace.wire.http import Language, PushKind, PushSubscription

DAY_S = 24 * 60 * 60
HEADERS = {"authorization", "content-encoding", "content-type", "ttl", "topic", "urgency"}
_CURVE = ec.SECP256R1()


def read(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def written(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class PushBrowser:
    """A browser that has subscribed: only it can read its messages."""

    def __init__(self, service: str = "https://push.example") -> None:
        self.endpoint = f"{service}/send/{token_hex(16)}"
        self._key = ec.generate_private_key(_CURVE)
        self.auth = token_bytes(16)

    @property
    def p256dh(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(
        self, *kinds: PushKind, language: Language | None = None, zone: str | None = None
    ) -> PushSubscription:
        return PushSubscription(self.endpoint, written(self.p256dh), written(self.auth), [*kinds], language, zone)

    def opened(self, body: bytes) -> bytes:
        """Return the text of a message; an error of any kind if it is for somebody else, or not one record."""
        salt, size, length, rest = body[:16], int.from_bytes(body[16:20]), body[20], body[21:]
        sender, sealed = rest[:length], rest[length:]
        assert len(sealed) <= size == 4096
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, sender))
        info = b"WebPush: info\0" + self.p256dh + sender
        secret = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text, _, padding = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert padding.strip(b"\0") == b""
        return text


def claims_of(authorization: str, key: str) -> dict[str, Any]:
    """Return what a token of VAPID says; an error if the server with this public key has not signed it."""
    scheme, _, parameters = authorization.partition(" ")
    given = dict(each.strip().split("=", 1) for each in parameters.split(","))
    assert (scheme, given["k"]) == ("vapid", key)
    signed, _, signature = given["t"].rpartition(".")
    pair = read(signature)
    der = encode_dss_signature(int.from_bytes(pair[:32]), int.from_bytes(pair[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, read(key))
    public.verify(der, signed.encode(), ec.ECDSA(SHA256()))
    header, claims = (json.loads(read(each)) for each in signed.split("."))
    assert header == {"typ": "JWT", "alg": "ES256"}
    return dict(claims)


@dataclass(frozen=True)
class Pushed:
    """A message that the push service has taken."""

    browser: PushBrowser
    headers: Mapping[str, str]
    text: dict[str, Any]
    """What the service worker gets."""

    @property
    def topic(self) -> str:
        return self.headers["topic"]


@dataclass
class PushService:
    """Implements `ports.WebhookSender` for browsers. `now` is the clock of the service (ms since 1970)."""

    key: str
    now: Callable[[], int]
    answer: Callable[[Pushed], Outcome] = field(default=lambda _: Outcome())
    browsers: dict[str, PushBrowser] = field(default_factory=dict)
    asked: list[Pushed] = field(default_factory=list)
    """All requests, also those that were not taken."""
    taken: list[Pushed] = field(default_factory=list)
    contacts: list[str | None] = field(default_factory=list)

    def browser(self) -> PushBrowser:
        browser = PushBrowser()
        self.browsers[browser.endpoint] = browser
        return browser

    async def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        browser = self.browsers[url]
        assert set(headers) == HEADERS
        assert headers["content-encoding"] == "aes128gcm"
        assert headers["urgency"] in {"normal", "high"}
        assert 0 < int(headers["ttl"]) <= 28 * DAY_S
        assert len(headers["topic"]) == 32
        claims = claims_of(headers["authorization"], self.key)
        assert claims["aud"] == "https://push.example"
        assert 0 < claims["exp"] - self.now() // 1000 <= DAY_S
        self.contacts.append(claims.get("sub"))
        pushed = Pushed(browser, headers, json.loads(browser.opened(body)))
        self.asked.append(pushed)
        outcome = self.answer(pushed)
        if not outcome.failure:
            self.taken.append(pushed)
        return outcome


@dataclass(frozen=True)
class Posted:
    """A request that a push service has got by HTTP."""

    path: str
    headers: Mapping[str, str]
    body: bytes


@asynccontextmanager
async def push_server(statuses: list[int]) -> AsyncIterator[tuple[str, "asyncio.Queue[Posted]"]]:
    """Serve a push service on this machine, which answers 201 or, as long as there are some, these statuses.

    Gives its address, and what it gets.
    """
    posted = asyncio.Queue[Posted]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        writer.write(f"HTTP/1.1 {statuses.pop(0) if statuses else 201} Taken\r\ncontent-length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        await posted.put(Posted(head[0].split(" ")[1], headers, body))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", posted
    finally:
        server.close()
