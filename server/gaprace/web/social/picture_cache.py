"""A cache of preview pictures. They are drawn off the event loop, one at a time."""

import asyncio
from collections.abc import Callable

from cachetools import LRUCache

from gaprace.web.social.previews import Preview

MAX_PICTURES = 200
"""Of about 40 kB each; further ones replace those that were requested least recently."""
MAX_PENDING = 8
"""Pictures being drawn or waiting for it. Each takes about 50 ms of one core."""


class PictureCache:
    """Returns pictures by preview. Requests for a picture that is being drawn share it."""

    def __init__(self, max_pictures: int = MAX_PICTURES) -> None:
        self._pictures: LRUCache[Preview, bytes] = LRUCache(max_pictures)
        self._pending: dict[Preview, asyncio.Task[bytes]] = {}
        self._lock = asyncio.Lock()

    def __len__(self) -> int:
        """Return the number of pictures kept."""
        return len(self._pictures)

    @property
    def is_full(self) -> bool:
        """Whether no further picture should be requested now."""
        return len(self._pending) >= MAX_PENDING

    def has(self, preview: Preview) -> bool:
        """Whether a picture is kept or being drawn."""
        return preview in self._pictures or preview in self._pending

    async def picture(self, preview: Preview, draw: Callable[[], bytes]) -> bytes:
        """Return the picture of a preview. If there is none yet, `draw` is called in a thread."""
        if preview in self._pictures:
            return self._pictures[preview]
        if preview not in self._pending:
            self._pending[preview] = asyncio.create_task(self._draw(preview, draw))
        return await asyncio.shield(self._pending[preview])

    async def _draw(self, preview: Preview, draw: Callable[[], bytes]) -> bytes:
        try:
            async with self._lock:
                picture = await asyncio.to_thread(draw)
        finally:
            del self._pending[preview]
        self._pictures[preview] = picture
        return picture
