"""The language in which a page is sent to a visitor."""

import re

from starlette.requests import HTTPConnection

from gaprace.web.http.clients import weights
from gaprace.wire.http import LANGUAGES, Language

LANGUAGE_COOKIE = "gaprace-language"
"""`client/ui/preferences.js` writes it."""


def language_of(connection: HTTPConnection, default: str) -> Language:
    """Return the language of a visitor: as set in the client, else the known one that the browser prefers."""
    accepted = weights(connection.headers, "accept-language")
    preferred = sorted((each for each in accepted if accepted[each]), key=lambda each: -accepted[each])
    spoken = [re.split("[-_]", each)[0] for each in preferred]
    wanted = [connection.cookies.get(LANGUAGE_COOKIE, ""), *spoken, default]
    return next((language for each in wanted for language in LANGUAGES if language == each), LANGUAGES[0])
