"""Following what changes on a server, by its streams of lines; see `web.http.following`."""

import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException

import msgspec

from gaprace.bot.room_url import Answer, RoomUrl, headers_of, problem_of
from gaprace.errors import BotError, ServerBusy, reason_of

SILENCE_TIMEOUT_S = 45.0
"""Three heartbeats of a stream."""
RECONNECT_S = 3.0


def follow(server: RoomUrl, path: str, kind: type[Answer], token: str = "") -> Iterator[Answer]:
    """Yield what is at a path of the API, below `/api/v1/`, now and whenever it has changed. Connect again by itself.

    Raises:
        BotError: the server's own code, `bad_answer`; not before it could be reached once: `unreachable`.

    """
    last, was_there = None, False
    while True:
        try:
            for answer in _answers(f"{server.base}/api/v1/{path}", kind, {**headers_of(server, token)}):
                was_there = True
                if answer != last:
                    yield answer
                last = answer
            wait_s = RECONNECT_S
        except ServerBusy as busy:
            wait_s = busy.wait_s
        except (OSError, HTTPException) as error:
            if not was_there:
                raise BotError("unreachable", f"{server.base} cannot be reached: {reason_of(error)}.") from None
            wait_s = RECONNECT_S
        time.sleep(wait_s)


def _answers(url: str, kind: type[Answer], headers: dict[str, str]) -> Iterator[Answer]:
    # `RoomUrl.parse` admits no scheme but http and https.
    request = urllib.request.Request(url, headers={**headers, "Accept": "application/x-ndjson"})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=SILENCE_TIMEOUT_S) as lines:  # noqa: S310
            for line in lines:
                if line.strip():
                    yield msgspec.json.decode(line, type=kind)
    except urllib.error.HTTPError as error:
        raise problem_of(error) from None
    except msgspec.DecodeError as error:
        raise BotError("bad_answer", f"{url} did not answer as a Gaprace server does: {error}.") from None
