"""URLs from people or browsers as targets of requests: their syntax. `outbound` checks their hosts when it connects."""

from urllib.parse import SplitResult, urlsplit


def split_address(text: str, max_length: int) -> SplitResult | None:
    """Return the parts of an address over https or http; None if the text is none."""
    is_plain = text.isascii() and text.isprintable() and " " not in text and len(text) <= max_length
    parts = _split(text) if is_plain else None
    return parts if parts and parts.scheme in {"https", "http"} and parts.hostname else None


def has_extras(parts: SplitResult) -> bool:
    """Whether an address has a user name, a password or a fragment."""
    return parts.username is not None or parts.password is not None or bool(parts.fragment)


def _split(text: str) -> SplitResult | None:
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return None
    return parts
