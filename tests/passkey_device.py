"""An authenticator in software: it makes a passkey and signs with it, as Web Authentication describes."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from secrets import token_bytes
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

_USER_PRESENT, _USER_VERIFIED, _HAS_CREDENTIAL = 1, 4, 64
_NO_AAGUID = bytes(16)


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class PasskeyDevice:
    """One passkey. `origin` is where its browser is, `count` how often it has signed: 0 for one that does not count."""

    def __init__(self, origin: str, count: int = 0) -> None:
        self.origin, self.count = origin, count
        self.id = token_bytes(32)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def registration(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Answer `PublicKeyCredentialCreationOptionsJSON`."""
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        credential = _NO_AAGUID + len(self.id).to_bytes(2) + self.id + cbor2.dumps(key)
        data = self._data(options["rp"]["id"], _HAS_CREDENTIAL) + credential
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._answer({"clientDataJSON": _text(client), "attestationObject": _text(attestation)})

    def assertion(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Answer `PublicKeyCredentialRequestOptionsJSON`."""
        self.count += bool(self.count)
        data, client = self._data(options["rpId"]), self._client("webauthn.get", options)
        signature = self._key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            {"clientDataJSON": _text(client), "authenticatorData": _text(data), "signature": _text(signature)}
        )

    def _data(self, host: str, flags: int = 0) -> bytes:
        flags |= _USER_PRESENT | _USER_VERIFIED
        return sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, options: Mapping[str, Any]) -> bytes:
        assert urlsafe_b64decode(options["challenge"] + "==")
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _answer(self, response: Mapping[str, str]) -> dict[str, Any]:
        return {
            "id": _text(self.id),
            "rawId": _text(self.id),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": response,
        }
