"""Encrypts and signs push messages: RFC 8291 (Message Encryption for Web Push) and RFC 8292 (VAPID).

The encryption is a few steps on the primitives of `cryptography`. `pywebpush` would bring two HTTP clients, which do
not check addresses as `outbound` does; `http-ece` has no wheel and mostly implements the drafts. The module takes 0.2 s
to load, so it is loaded on first use.
"""

import secrets
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from gaprace.base64url import to_text

RECORD_BYTES = 4096
"""The one record of a message, which push services take up to this size (RFC 8030, section 7.2)."""
MAX_TEXT_BYTES = 3993
"""The rest of the record, beside header, key and tag."""
TOKEN_LIFETIME_MS = 12 * 60 * 60 * 1000
"""At most 24 hours by RFC 8292; clocks may differ."""
_SALT_BYTES = 16
_LAST_RECORD = b"\x02"


def public_key(private: bytes) -> bytes:
    """Return the public key, 65 bytes (X9.62, uncompressed), of a private one of P-256, 32 bytes."""
    return _public(_private_key(private))


def encrypted(text: bytes, p256dh: bytes, auth: bytes, salt: bytes = b"", sender: bytes = b"") -> bytes:
    """Return a message as only a browser can read it: one record of `aes128gcm` (RFC 8188).

    `salt` (16 bytes) and `sender` (a private key, used once) are drawn at random, unless a test sets them.
    Raises ValueError if the key of the browser is not a point of P-256, or the text is longer than `MAX_TEXT_BYTES`.
    """
    if len(text) > MAX_TEXT_BYTES:
        raise ValueError(f"A message has at most {MAX_TEXT_BYTES} bytes, not {len(text)}.")
    key = _private_key(sender) if sender else ec.generate_private_key(ec.SECP256R1())
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh))
    salt, own = salt or secrets.token_bytes(_SALT_BYTES), _public(key)
    secret = _derived(shared, auth, b"WebPush: info\0" + p256dh + own, 32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_BYTES.to_bytes(4) + len(own).to_bytes(1) + own
    return header + AESGCM(content_key).encrypt(nonce, text + _LAST_RECORD, None)


def authorization(private: bytes, endpoint: str, contact: str, now: int) -> str:
    """Return the `Authorization` by which a push service knows this server; `contact` may be empty."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": (now + TOKEN_LIFETIME_MS) // 1000}
    claims |= {"sub": contact} if contact else {}
    key = ECKey.import_key(_private_key(private).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    token = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims, key)
    return f"vapid t={token}, k={to_text(public_key(private))}"


def _private_key(private: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(private), ec.SECP256R1())


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
