"""Deal codes: ten digits of Crockford's base 32 (https://www.crockford.com/base32.html)."""

from gaprace.errors import BadText, quoted

CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 10
CODE_BITS = 5 * CODE_LENGTH
CODES = 2**CODE_BITS
"""The number of deal codes."""

_MISREAD = str.maketrans("OIL", "011", "-")


def code_of(number: int) -> str:
    """Return the deal code of a number from 0 to `CODES` - 1."""
    return "".join(CODE_ALPHABET[(number >> 5 * place) & 31] for place in reversed(range(CODE_LENGTH)))


def parse_code(text: str) -> str:
    """Return the canonical form of a typed deal code: any case, with hyphens, O for 0, and I or L for 1 (Crockford).

    Raises BadText `bad_code`.
    """
    code = text.upper().translate(_MISREAD) if text.isascii() else ""
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_ALPHABET):
        raise BadText(
            "bad_code",
            f"{quoted(text)} is not a deal code: a deal code has {CODE_LENGTH} digits and letters (no U).",
        )
    return code
