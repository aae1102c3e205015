"""Values that no valid client sends: texts that hide, break out or grow, numbers that do not fit, deep trees."""

from random import Random
from typing import Any

MAX_INT = 2**63
TEXTS = (
    "",
    " ",
    "\0",
    "a\0b",
    "\r\nSet-Cookie: gaprace=x",
    "\x1b[2J\x1b]0;title\x07",
    "\ufeff",
    "\uffff",
    "\u202e\u2066txet",
    "\u200b\u200d\u2060\u00ad",
    "e" + "\u0301" * 60,
    "\ufdfa" * 40,
    "\u0130\u0131\u1e9e\ufb03",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467\U0001f3fd",
    "\U000e0001\U0010ffff",
    "\u3164\u115f\u2800",
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "'; DROP TABLE players; --",
    "' OR '1'='1",
    "%00%0d%0a../../etc/passwd",
    "${jndi:ldap://x}{{7*7}}%s%n",
    "../" * 5,
    "null",
    "__proto__",
    "0" * 400,
    "x" * 400,
    "6D@27",
    "undo",
    "1e999",
    "\u0661\u0662\u0663",
    "\u0391\u212b\u2126",
)
NUMBERS = (0, -1, 1, 2, 255, 256, 2**31, 2**32, 2**53, MAX_INT - 1, MAX_INT, -MAX_INT, 2**64, 10**40, 0.5)
RAW = ("1e999", "-1e999", "NaN", "Infinity", "1" * 3000, "0x10", "01", "1.", "\\u0000", '"\\ud800"', '"\\udc00\\ud800"')
"""Replacements for values in JSON, most of them invalid."""


def text(random: Random) -> str:
    """Return a hostile text, or sometimes arbitrary characters (without surrogates)."""
    if random.random() < 0.7:
        return random.choice(TEXTS)
    planes = (0x80, 0x800, 0xD800, 0x110000)
    codes = (random.randrange(random.choice(planes)) for _ in range(random.randrange(40)))
    return "".join(chr(code) for code in codes if not 0xD800 <= code < 0xE000)


def value(random: Random, depth: int = 3) -> Any:  # noqa: ANN401 - any JSON value
    """Return a hostile JSON value."""
    kind = random.randrange(8 if depth else 5)
    match kind:
        case 0:
            return random.choice((None, True, False))
        case 1:
            return random.choice(NUMBERS)
        case 2:
            return random.randint(-MAX_INT, MAX_INT)
        case 5:
            return [value(random, depth - 1) for _ in range(random.randrange(4))]
        case 6:
            return {text(random): value(random, depth - 1) for _ in range(random.randrange(4))}
        case _:
            return text(random)


def nested(random: Random) -> bytes:
    """Return JSON that is deep, or long."""
    depth = random.randrange(1, 1600)
    return random.choice(
        (
            b"[" * depth + b"]" * depth,
            b'{"t":' * (depth // 2) + b"1" + b"}" * (depth // 2),
            b"[" * (depth * 3),
            b'{"t":"say","text":"' + b"\\u0041" * (depth // 2) + b'"}',
            b'{"t":"hello","protocol":2,"watch":{'
            + b",".join(b'"%d":%d' % (number, number) for number in range(depth // 6))
            + b"}}",
            b" " * depth * 3 + b'{"t":"start"}',
        )
    )
