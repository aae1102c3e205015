"""Bytes as text for addresses, cookies and tokens: base64url without padding (RFC 4648, section 5)."""

from base64 import urlsafe_b64decode, urlsafe_b64encode


def to_text(data: bytes) -> str:
    """Return bytes as text."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def to_bytes(text: str) -> bytes:
    """Return the bytes of a text, which may be padded."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
