"""How long somebody waits on a slow network with a slow phone: for the first board, and for a game."""

from dataclasses import dataclass
from statistics import median

from playwright.async_api import CDPSession

from tests.browser.guest import FACES, PHONE, Guest, Guests

VISITS = 5


@dataclass(frozen=True)
class Network:
    """A network, and how many times slower than this machine the phone is."""

    name: str
    latency_ms: int
    kbit_s: int
    cpu: int
    wanted_s: float


NETWORKS = (Network("slow 3G, 6x slower CPU", 400, 400, 6, 1.8), Network("4G, 4x slower CPU", 170, 9_000, 4, 1.2))
"""The throughput and the latency of WebPageTest's "Slow 3G" and "4G" (https://docs.webpagetest.org/)."""
SEEN = """(selector) => new Promise((seen) => {
  const look = () => document.querySelector(selector) ? seen(performance.now()) : requestAnimationFrame(look);
  look();
})"""
TAP = "(selector) => { document.querySelector(selector).click(); return performance.now(); }"


async def slowed(guest: Guest, network: Network) -> CDPSession:
    devtools = await guest.context.new_cdp_session(guest.page)
    await devtools.send("Network.enable")
    bytes_s = network.kbit_s * 1000 / 8
    await devtools.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": network.latency_ms, "downloadThroughput": bytes_s, "uploadThroughput": bytes_s},
    )
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": network.cpu})
    return devtools


async def first_visit(guests: Guests, network: Network) -> tuple[float, float]:
    """Return the ms to the first board, and from a tap to the first board of a game."""
    guest = await guests.one(PHONE, newcomer=True)
    await slowed(guest, network)
    await guest.page.goto(guest.base, wait_until="commit")
    board_ms = await guest.page.evaluate(SEEN, ".slot.playable")
    tapped_ms = await guest.page.evaluate(TAP, ".ways .main")
    game_ms = await guest.page.evaluate(SEEN, ".race .slot.playable")
    await guest.context.close()
    return board_ms, game_ms - tapped_ms


async def today(guests: Guests, network: Network) -> tuple[float]:
    """Return the ms until somebody who has been here sees today's deal."""
    guest = await guests.one(PHONE, init="localStorage.setItem('gaprace.room', '\"ABCDEFGH\"');")
    await guest.context.add_cookies([{"name": "gaprace-today", "value": "UTC", "url": guest.base}])
    await slowed(guest, network)
    await guest.page.goto(guest.base, wait_until="commit")
    deal_ms = await guest.page.evaluate(SEEN, ".deal .btn:not([disabled])")
    await guest.context.close()
    return (deal_ms,)


async def invited(guests: Guests, network: Network) -> tuple[float]:
    """Return the ms until a friend who follows a link sees the lobby."""
    host, guest = await guests.one(), await guests.one(PHONE)
    code = await host.create_room()
    await slowed(guest, network)
    await guest.page.goto(f"{guest.base}/r/{code}", wait_until="commit")
    lobby_ms = await guest.page.evaluate(SEEN, FACES)
    for each in (host, guest):
        await each.context.close()
    return (lobby_ms,)


async def first_loads(guests: Guests) -> None:
    """Print medians on each network, in seconds."""
    for network in NETWORKS:
        visits = [
            (*await first_visit(guests, network), *await today(guests, network), *await invited(guests, network))
            for _ in range(VISITS)
        ]
        board, game, deal, lobby = (median(column) / 1000 for column in zip(*visits, strict=True))
        print(
            f"{network.name}: {board:.2f} s to the first board, {game:.2f} s from a tap to a game, "
            f"{deal:.2f} s to today's deal, {lobby:.2f} s to the lobby by a link "
            f"(wanted: under {network.wanted_s} s each)"
        )
