"""What every request goes through: nothing fails without a problem in words, every answer keeps browsers careful."""

import logging
import secrets
from time import perf_counter

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gaprace.errors import RequestError, StoreUnavailable
from gaprace.logs import about
from gaprace.ports import Metrics
from gaprace.web.http.operations import ROUTE
from gaprace.web.http.problems import problem_response

RETRY_S = 1.0
_REQUEST_ID_BYTES = 4
_MAX_WHAT = 200
_logger = logging.getLogger(__name__)

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self';"
        " manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",  # without any, browsers would send no Origin with their own forms
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """The outermost floor of the application."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        number = new_number()
        with about(request=number):
            await self._answer(scope, receive, send, number)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, number: str) -> None:
        status, began = 0, perf_counter()

        async def send_carefully(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = number
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._app(scope, receive, send_carefully)
        except ClientDisconnect:
            return  # nobody is there to be told
        except Exception as error:  # noqa: BLE001 (whatever it is, the client is told no more than this)
            failed = _failed(error, f"{scope['method']} {scope['path']}", number)
            if not status:
                await problem_response(failed)(scope, receive, send_carefully)
        self._note(scope, status, perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = scope.get(ROUTE, "other")
        self._metrics.request(route, scope["method"], status, seconds)
        _logger.info("%s %s answered %d in %.1f ms", scope["method"], route, status, seconds * 1000)


def _failed(error: Exception, what: str, number: str) -> RequestError:
    log_failure(what, error, number)
    if isinstance(error, StoreUnavailable):
        return RequestError(
            "try_again", "The server cannot reach its store just now: try again.", retry_after_s=RETRY_S
        )
    return RequestError("internal_error", f"Something went wrong here. It is noted under the number {number}.")


def log_failure(what: str, error: Exception, number: str) -> None:
    """Write down what should not have happened, under a number that can be told to anyone."""
    shown = ascii(what[:_MAX_WHAT])
    if isinstance(error, StoreUnavailable):
        _logger.warning("%s failed, number %s: %s", shown, number, error)
    else:
        _logger.error("%s failed, number %s", shown, number, exc_info=error)


def new_number() -> str:
    """Make the number under which a request is noted."""
    return secrets.token_hex(_REQUEST_ID_BYTES)
