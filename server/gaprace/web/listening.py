"""The sockets that the server listens on."""

import socket
from errno import EADDRINUSE

from gaprace.errors import CannotServe, quoted, reason_of

HERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # nothing is bound here
"""The addresses by which this machine reaches a server that listens on all addresses, by its host."""


def listening_sockets(host: str, port: int) -> list[socket.socket]:
    """Bind a socket to every address of a host, all with the same port; port 0 stands for any free one.

    Raises CannotServe `port_in_use`, `cannot_listen`.
    """
    sockets: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in dict.fromkeys(found):
            bound_port = sockets[0].getsockname()[1] if sockets else port
            where = (address[0], bound_port, *address[2:])
            sockets.append(_bound(family, kind, protocol, where))
    except (OSError, UnicodeError) as error:
        for each in sockets:
            each.close()
        raise _cannot_serve(error, host, port) from None
    return sockets


def _bound(family: int, kind: int, protocol: int, address: tuple[object, ...]) -> socket.socket:
    sock = socket.socket(family, kind, protocol)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind(address)
    except OSError:
        sock.close()
        raise
    return sock


def _cannot_serve(error: OSError | UnicodeError, host: str, port: int) -> CannotServe:
    if isinstance(error, OSError) and error.errno == EADDRINUSE:
        message = f"Port {port} on {host} is in use: stop the program that uses it, or set --port."
        return CannotServe("port_in_use", message)
    return CannotServe("cannot_listen", f"Cannot listen on {quoted(host)}, port {port}: {reason_of(error)}.")


def url_of(sock: socket.socket) -> str:
    """Return the URL under which a listening socket is reached."""
    host, port = sock.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
