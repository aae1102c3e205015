"""The name of a browser or program, derived from its user agent, for the list of sessions: `Firefox on Android`."""

import re
from collections.abc import Mapping

MAX_LENGTH = 40
_BROWSERS: Mapping[str, str] = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
"""Names by what stands before the version. The first that is found counts: most call themselves Safari, too."""
_SYSTEMS: Mapping[str, str] = {
    "Windows": "Windows",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Macintosh": "macOS",
    "Linux": "Linux",
}
_PROGRAM = re.compile(r"[ -~]+")


def device_of(user_agent: str) -> str:
    """Return the browser and the system from a `User-Agent` header; for other programs, the part before a space."""
    browser = next((name for mark, name in _BROWSERS.items() if f"{mark}/" in user_agent), "")
    system = next((name for mark, name in _SYSTEMS.items() if mark in user_agent), "")
    if browser:
        return f"{browser} on {system}" if system else browser
    program = _PROGRAM.match(user_agent.partition(" ")[0])
    return program[0][:MAX_LENGTH] if program else ""
