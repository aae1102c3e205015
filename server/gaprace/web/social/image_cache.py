"""The pictures of links: drawn beside the event loop, one at a time, and kept while there is room."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from gaprace.web.social.pictures import picture
from gaprace.web.social.previews import Preview

MAX_KEPT = 200
"""About 40 kB each."""
MAX_WAITING = 8
"""How many may be drawn or wait for it. A picture takes about a tenth of a second of one core."""


class Gallery:
    """Gives pictures. Whoever asks for one that is being drawn already waits for the same."""

    def __init__(self, draw: Callable[[Preview], bytes] = picture) -> None:
        """Take what draws; it runs in a thread, one at a time."""
        self._draw = draw
        self._kept: OrderedDict[Preview, bytes] = OrderedDict()
        self._drawing: dict[Preview, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Semaphore(1)

    def __len__(self) -> int:
        """Return how many pictures are kept."""
        return len(self._kept)

    @property
    def is_full(self) -> bool:
        """Whether so many pictures wait to be drawn that no more should."""
        return len(self._drawing) >= MAX_WAITING

    def has(self, preview: Preview) -> bool:
        """Whether a picture is there, or will be, without another being drawn."""
        return preview in self._kept or preview in self._drawing

    async def picture(self, preview: Preview) -> bytes:
        """Return a picture as PNG."""
        if preview in self._kept:
            self._kept.move_to_end(preview)
            return self._kept[preview]
        if preview not in self._drawing:
            self._drawing[preview] = asyncio.create_task(self._drawn(preview))
        return await asyncio.shield(self._drawing[preview])

    async def _drawn(self, preview: Preview) -> bytes:
        try:
            async with self._turn:
                drawn = await asyncio.to_thread(self._draw, preview)
        finally:
            del self._drawing[preview]
        self._kept[preview] = drawn
        if len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        return drawn
