"""What a browser is called in a list of sessions."""

import pytest

from gaprace.web.http.clients import MAX_DEVICE_LENGTH, device_of

MOZILLA, WEBKIT = "Mozilla/5.0", "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (f"{MOZILLA} (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/126.0 Safari/537.36", "Chrome on Windows"),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"),
        (f"{MOZILLA} (Linux; Android 14; Pixel 8) {WEBKIT} Chrome/126.0 Mobile Safari/537.36", "Chrome on Android"),
        (f"{MOZILLA} (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "Safari on iPhone"),
        (f"{MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15", "Safari on macOS"),
        ("gaprace-bot/1.2 (by hand)", "gaprace-bot/1.2"),
        ("Firefox/1", "Firefox"),
        ("x" * 500, "x" * MAX_DEVICE_LENGTH),
        ("\u202eevil", ""),
        ("", ""),
    ],
)
def test_a_device_is_called_by_browser_and_system(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device
