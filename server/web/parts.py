"""What the web application is made of."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from server.ports import Meter, NoMeter
from server.service.analyst import Analyst
from server.service.boards import Boards
from server.service.dailies import Dailies
from server.service.glimpses import Glimpses
from server.service.health import Health
from server.service.people import People
from server.service.players import Players
from server.service.replays import Replays
from server.settings import ServerSettings
from server.web.gallery import Gallery
from server.web.limits import Limits
from server.web.needs import Rooms


@asynccontextmanager
async def nothing_to_open() -> AsyncIterator[None]:
    """Open nothing, close nothing."""
    yield


@dataclass(slots=True)
class Gate:
    """Open, until the server is about to end."""

    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Parts:
    """What the routes work with."""

    people: People
    rooms: Rooms
    glimpses: Glimpses
    players: Players
    replays: Replays
    analyst: Analyst
    dailies: Dailies
    boards: Boards
    settings: ServerSettings
    client: Path
    """The folder with the pages."""
    limits: Limits
    health: Health
    exposition: Callable[[], bytes] = bytes
    """What gives the figures for Prometheus."""
    meter: Meter = field(default_factory=NoMeter)
    gate: Gate = field(default_factory=Gate)
    gallery: Gallery = field(default_factory=Gallery)
    opened: Callable[[], AbstractAsyncContextManager[None]] = nothing_to_open
    """What is open as long as the application runs."""
