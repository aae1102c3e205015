"""Readers of settings. Each takes the name of a variable, or of an option, and its text, and returns the value.

They raise `BadSetting` with a sentence that names the variable, the value unless it is a secret, and the way out.
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from gaprace.base64url import to_bytes
from gaprace.errors import BadSetting, quoted, reason_of

Reader = Callable[[str, str], Any]
"""Takes the name of a variable and its text."""

MIN_SECRET_KEY_LENGTH = 16
_INVITATION = re.compile(r"[A-Za-z0-9_-]{16,100}")
_ADMIN_TOKEN = re.compile(r"[A-Za-z0-9_.-]{1,32}:[!-+\--~]{16,256}")
_BASE64URL = str.maketrans("+/", "-_")
_P256_ORDER = 0xFFFFFFFF_00000000_FFFFFFFF_FFFFFFFF_BCE6FAAD_A7179E84_F3B9CAC2_FC632551
"""The number of points of the curve (FIPS 186-4, D.1.2.3): a private key is less."""
_MIN_PUSH_KEY = 1 << 192
_MAX_ANNOUNCEMENT = 200
_MAX_SITE_NAME = 30


def printable(variable: str, text: str) -> str:
    """Read any printable text, without the space around it."""
    if not text.isprintable() or not text.strip():
        raise BadSetting(f"{variable} = {quoted(text)} is impossible: it is empty or has unprintable characters.")
    return text.strip()


def matching(pattern: str, what: str) -> Callable[[str, str], str]:
    """Return a reader of texts that match a pattern; `what` says what others are not, and the way out."""

    def read(variable: str, text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise BadSetting(f"{variable} = {quoted(text)} is not {what}.")
        return text

    return read


def listed(
    is_right: Callable[[str], object], what: str, clean: Callable[[str], str] = str
) -> Callable[[str, str], frozenset[str]]:
    """Return a reader of texts that are separated by commas, each as `clean` makes it; `what` as above."""

    def read(variable: str, text: str) -> frozenset[str]:
        found = [clean(each) for each in _split(text)]
        for each in found:
            if not is_right(each):
                raise BadSetting(f"{variable}: {quoted(each)} is not {what}.")
        return frozenset(found)

    return read


def _split(text: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(",") if each.strip())


def number(smallest: int, largest: int) -> Callable[[str, str], int]:
    """Return a reader of whole numbers in a range."""

    def read(variable: str, text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(largest)) else -1
        if not smallest <= number <= largest:
            raise BadSetting(f"{variable} = {quoted(text)} is impossible: set a number from {smallest} to {largest}.")
        return number

    return read


def one_of(words: Sequence[str]) -> Callable[[str, str], str]:
    """Return a reader of one of some words."""

    def read(variable: str, text: str) -> str:
        if text not in words:
            raise BadSetting(f"{variable} = {quoted(text)} is impossible: set {' or '.join(words)}.")
        return text

    return read


def site_name(variable: str, text: str) -> str:
    """Read a short name."""
    name = text.strip()
    if not 0 < len(name) <= _MAX_SITE_NAME or not name.isprintable():
        raise BadSetting(
            f"{variable} = {quoted(text)} is not a name: set one line of 1 to {_MAX_SITE_NAME} characters."
        )
    return name


def announcement(variable: str, text: str) -> str:
    """Read a line of text."""
    if len(text) > _MAX_ANNOUNCEMENT or not text.isprintable():
        raise BadSetting(
            f"{variable} has {len(text)} characters: set one line of text, of at most {_MAX_ANNOUNCEMENT} characters."
        )
    return text


def secret(variable: str, text: str) -> str:
    """Read a secret of enough characters."""
    if len(text) < MIN_SECRET_KEY_LENGTH:
        raise BadSetting(f"{variable} is too short ({len(text)} characters): use {MIN_SECRET_KEY_LENGTH} or more.")
    return text


def password(variable: str, text: str) -> str:
    """Read a secret that somebody else has chosen."""
    if not text.isprintable() or not text.strip():
        raise BadSetting(f"{variable} is impossible: it is empty or has unprintable characters.")
    return text.strip()


def push_key(variable: str, text: str) -> str:
    """Read a private key of P-256 in base64, with whichever alphabet, and return it in that of URLs."""
    key = text.strip().translate(_BASE64URL).rstrip("=")
    try:
        number = int.from_bytes(to_bytes(key))
    except ValueError:
        number = 0
    if not _MIN_PUSH_KEY <= number < _P256_ORDER:
        raise BadSetting(f"{variable} is not a key: set what `openssl rand -base64 32` prints.")
    return key


def secrets(variable: str, text: str) -> tuple[str, ...]:
    """Read secrets that are separated by commas, the newest first."""
    return tuple(secret(variable, each.strip()) for each in text.split(","))


def readable_file(variable: str, text: str) -> str:
    """Read the path of a text file, which has to be there."""
    text_of_file(variable, text)
    return text


def text_of_file(variable: str, path: str) -> str:
    """Return the text of the file that a variable names."""
    try:
        return edited_text(Path(path).read_bytes())
    except UnicodeDecodeError:
        raise BadSetting(f"{variable} = {quoted(path)} is no text: write the file in UTF-8.") from None
    except OSError as error:
        raise BadSetting(f"{variable} = {quoted(path)} cannot be read: {reason_of(error)}.") from None


def edited_text(data: bytes) -> str:
    """Return the text of a file that people edit: UTF-8 or, with its mark, UTF-16, with any ends of lines.

    Editors of Windows write a mark at the beginning. Raises UnicodeDecodeError: it is neither.
    """
    is_utf_16 = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    text = data.decode("utf-16" if is_utf_16 else "utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def admin_tokens(variable: str, text: str) -> tuple[str, ...]:
    """Read the tokens of moderators, `NAME:SECRET`, separated by commas."""
    tokens = _split(text)
    if not all(_ADMIN_TOKEN.fullmatch(token) for token in tokens):
        raise BadSetting(
            f"{variable} has a token that is not NAME:SECRET: write names of letters and digits, and secrets of"
            f" {MIN_SECRET_KEY_LENGTH} or more characters."
        )
    return tokens


def switch(variable: str, text: str) -> bool:
    """Read `on` or `off`."""
    return one_of(("off", "on"))(variable, text) == "on"


def invitations(variable: str, text: str) -> tuple[str, ...]:
    """Read the codes of invitations, separated by commas."""
    codes = _split(text)
    if not all(map(_INVITATION.fullmatch, codes)):
        raise BadSetting(
            f"{variable} has a code that is too short or cannot stand in a link: use {MIN_SECRET_KEY_LENGTH} or more"
            " letters, digits, - and _."
        )
    return codes


def _is_network(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


_PAGE_URL = r"https?://[!-~]{1,500}"
_EMAIL = r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+"
version = matching(r"[0-9]{1,6}(\.[0-9]{1,6}){0,3}", "a version: set one such as 1.2.0")
"""Reads a released version."""
url = matching(r"[a-z][a-z0-9+]*:\S*", "a URL: set one such as sqlite:///gaprace.db")
"""Reads the URL of a database or a bus."""
page_url = matching(_PAGE_URL, "a page: set an address such as https://example.org/imprint")
"""Reads the address of a page."""
contact = matching(f"{_EMAIL}|{_PAGE_URL}", "a contact: set security@example.org, or an https address")
"""Reads an e-mail address, or the address of a page."""
issuer = matching(
    r"(https://[a-z0-9.-]+|https?://(localhost|127\.0\.0\.1|\[::1\]))(:[0-9]{1,5})?(/[A-Za-z0-9._~%/-]{0,200})?",
    "an issuer: set the https address that the provider's discovery document has as `issuer`, such as"
    " https://accounts.google.com (http only for localhost)",
)
"""Reads the issuer of a provider of OpenID Connect."""
origins = listed(
    re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?").fullmatch,
    "an origin: set origins such as https://example.org",
    lambda text: text.lower().rstrip("/"),
)
"""Reads origins, in lower case."""
hosts = listed(
    re.compile(r"\*|(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*|[0-9a-f:]+").fullmatch,
    "a host: set names such as race.example.org",
    lambda text: text.lower().strip("[]").rstrip("."),
)
"""Reads names of hosts, in lower case."""
claims = listed(lambda text: all(text.partition("=")[::2]), "NAME=VALUE, such as groups=players")
"""Reads claims."""
domains = listed(
    re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*").fullmatch,
    "a domain: set domains such as example.org",
    lambda text: text.lower().removeprefix("@"),
)
"""Reads domains, with or without `@`."""
networks = listed(_is_network, "a network: set networks such as 10.1.0.0/16 or 10.1.2.3/32")
"""Reads networks."""
