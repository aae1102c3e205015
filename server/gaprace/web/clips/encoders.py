"""The file formats of clips."""

from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata, getheader

_WEBP = {"lossless": True, "method": 2, "quality": 20, "kmin": 0, "kmax": 0}
"""Effort, and no key frames but the first: more effort takes several times as long and saves little."""
_LOOP_FOREVER = 0
_KEEP = 1
"""What a GIF does with a picture before the next one."""
_TRAILER = b";"


class Picture(NamedTuple):
    """A picture of a clip. All have the same size and the same palette, which leaves one colour unused."""

    image: Image.Image
    duration_ms: int


def gif(pictures: Iterator[Picture]) -> bytes:
    """Return pictures as an animated GIF, which every messenger shows.

    Written picture by picture, as `Image.save` would, which holds all of them in memory: half a gigabyte for a minute.
    """
    first = next(pictures)
    header, _ = getheader(first.image.copy(), info={"loop": _LOOP_FOREVER, "duration": first.duration_ms})
    parts = [*header, *getdata(first.image, duration=first.duration_ms)]
    before = first.image.copy()
    for image, duration_ms in pictures:
        parts += _changes(before, image, duration_ms)
        before = image.copy()
    return b"".join([*parts, _TRAILER])


def _changes(before: Image.Image, after: Image.Image, duration_ms: int) -> list[bytes]:
    """Return the difference between two pictures of a GIF; equal pixels are transparent."""
    unused = len(after.getpalette() or []) // 3
    difference = ImageChops.subtract_modulo(after, before)
    box = difference.getbbox() or (0, 0, 1, 1)
    changed = after.crop(box)
    changed.paste(unused, mask=difference.crop(box).point([255] + [0] * 255, "1"))
    return getdata(changed, box[:2], duration=duration_ms, transparency=unused, disposal=_KEEP)


def webp(pictures: Iterator[Picture]) -> bytes:
    """Return pictures as an animated WebP without loss, about half as large.

    It is made of the GIF, which is read picture by picture: Pillow would hold a list of them in memory, too.
    """
    durations: list[int] = []
    file = BytesIO()
    with Image.open(BytesIO(gif(_noting(pictures, durations)))) as source:
        source.save(file, "WEBP", save_all=True, duration=durations, loop=_LOOP_FOREVER, **_WEBP)
    return file.getvalue()


def _noting(pictures: Iterator[Picture], durations: list[int]) -> Iterator[Picture]:
    for picture in pictures:
        durations.append(picture.duration_ms)
        yield picture


class Format(NamedTuple):
    """A file format of clips."""

    media_type: str
    encode: Callable[[Iterator[Picture]], bytes]


FORMATS: Mapping[str, Format] = {"gif": Format("image/gif", gif), "webp": Format("image/webp", webp)}
"""Each by the extension of its files."""
