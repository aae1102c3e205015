"""Playing in one living room: under which addresses others on the same network reach this machine."""

import io
from ipaddress import IPv4Address
from socket import AF_INET

import psutil
import segno

EVERYWHERE = "0.0.0.0"  # noqa: S104 (being reached from the network is the point)
"""The host that listens on all interfaces."""


def lan_links(port: int) -> list[str]:
    """Return the links that other machines on the network open; none if there is no network."""
    addresses = [
        IPv4Address(each.address)
        for name, interface in psutil.net_if_addrs().items()
        for each in interface
        if each.family == AF_INET and psutil.net_if_stats()[name].isup
    ]
    return [f"http://{address}:{port}/" for address in sorted(addresses, key=_rank) if not address.is_loopback]


def _rank(address: IPv4Address) -> tuple[bool, IPv4Address]:
    """Private addresses first: those of homes."""
    return (not address.is_private or address.is_link_local, address)


def qr_code(link: str) -> str:
    """Draw a link for a terminal, to be read by a phone's camera."""
    drawing = io.StringIO()
    segno.make(link, micro=False, error="m").terminal(drawing, border=2, compact=True)
    return drawing.getvalue()
