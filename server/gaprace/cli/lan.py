"""The links under which players on the same network reach this machine."""

import io
from ipaddress import IPv4Address
from socket import AF_INET

ALL_INTERFACES = "0.0.0.0"  # noqa: S104  # being reached from the network is the point
"""The host to listen on for all interfaces."""


def lan_links(port: int) -> list[str]:
    """Return the links for other machines on the network, the likeliest first; none without a network."""
    import psutil

    states = psutil.net_if_stats()
    addresses = [
        IPv4Address(each.address)
        for name, interface in psutil.net_if_addrs().items()
        for each in interface
        if each.family == AF_INET and states[name].isup
    ]
    return [f"http://{address}:{port}/" for address in sorted(addresses, key=_rank) if not address.is_loopback]


def _rank(address: IPv4Address) -> tuple[bool, IPv4Address]:
    """Return a key that sorts private addresses, those of home networks, first."""
    return (not address.is_private or address.is_link_local, address)


def qr_code(link: str, encoding: str) -> str:
    """Draw a link as a QR code of terminal characters, for the camera of a phone; empty if the encoding lacks them."""
    import segno

    drawing = io.StringIO()
    segno.make(link, micro=False, error="m").terminal(drawing, border=2, compact=True)
    try:
        drawing.getvalue().encode(encoding)
    except UnicodeEncodeError:
        return ""
    return drawing.getvalue()
