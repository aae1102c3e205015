"""Encodes clips in a separate process, one at a time, and caches the latest ones: a clip never changes."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar

from cachetools import LRUCache

from gaprace.web.clips.encoders import FORMATS, Picture
from gaprace.web.clips.scene import Line, draw_stills
from gaprace.web.clips.timeline import Clip, Timeline

MAX_CACHE_BYTES = 32 * 1024 * 1024
"""Of some 300 kB a clip; further ones replace those that were requested least recently."""
MAX_WAITING = 4
"""Clips that may wait while one is being made."""
TIMEOUT_S = 30.0
"""For one clip with those before it. The longest one takes two seconds of one core."""
NICENESS = 10

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class Processes(Protocol):
    """Runs jobs outside the event loop, in the order in which they are submitted."""

    async def run(
        self, timeout_s: float, job: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Answer | None:
        """Run a job and return its result; None if the queue is full, it takes too long, or it fails."""


class ClipStudio:
    """Returns clips as files. Requests for a clip that is being made share it."""

    def __init__(self, processes: Processes, client: Path, max_cache_bytes: int = MAX_CACHE_BYTES) -> None:
        self._processes, self._client = processes, client
        self._files: LRUCache[Clip, bytes] = LRUCache(max_cache_bytes, getsizeof=len)
        self._pending: dict[Clip, asyncio.Task[bytes | None]] = {}

    def has(self, clip: Clip) -> bool:
        """Whether a clip is cached or being encoded."""
        return clip in self._files or clip in self._pending

    async def file(self, clip: Clip) -> bytes | None:
        """Return a clip; None if too many others are being made."""
        if clip in self._files:
            return self._files[clip]
        if clip not in self._pending:
            self._pending[clip] = asyncio.create_task(self._make(clip))
        return await asyncio.shield(self._pending[clip])

    async def _make(self, clip: Clip) -> bytes | None:
        try:
            file = await self._processes.run(TIMEOUT_S, make_clip, clip, self._client)
        finally:
            del self._pending[clip]
        if file is not None and len(file) <= self._files.maxsize:
            self._files[clip] = file
        return file


def make_clip(clip: Clip, client: Path) -> bytes:
    """Return a clip as a file. `client` is the folder of the browser client."""
    timeline = Timeline(clip)
    stills = timeline.stills()
    names = [game.name for game in clip.games]
    images = draw_stills(stills, names, Line(clip.site, timeline.speed), client)
    durations = (still.duration_ms for still in stills)
    return FORMATS[clip.format].encode(map(Picture, images, durations))
