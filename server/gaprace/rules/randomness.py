"""All randomness of the game: HMAC-SHA256 in counter mode, with the same bytes on every platform.

Block i is `HMAC(key, label || uint32_be(i))`, read as big-endian 32-bit words. A number below m is the next word that
is below the largest multiple of m, modulo m, so it is unbiased. A permutation is the Fisher-Yates shuffle (Durstenfeld,
1964) from the last index down to 1, which swaps i with a number below i + 1.
"""

import struct
from collections.abc import Iterator
from hashlib import sha256
from hmac import digest

_WORD_VALUES = 2**32
_WORDS_OF_BLOCK = struct.Struct(">8I")
_COUNTER = struct.Struct(">I")


def words(key: bytes, label: bytes) -> Iterator[int]:
    """Yield the endless stream of 32-bit words of a key and a label."""
    block = 0
    while True:
        yield from _WORDS_OF_BLOCK.unpack(digest(key, label + _COUNTER.pack(block), sha256))
        block += 1


def number_below(bound: int, stream: Iterator[int]) -> int:
    """Return a uniform number from 0 to `bound` - 1; words beyond the last multiple of `bound` are skipped."""
    limit = _WORD_VALUES - _WORD_VALUES % bound
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % bound


def permutation(size: int, key: bytes, label: bytes) -> list[int]:
    """Return the permutation of 0 to `size` - 1 that a key and a label determine."""
    order = list(range(size))
    stream = words(key, label)
    for i in range(size - 1, 0, -1):
        j = number_below(i + 1, stream)
        order[i], order[j] = order[j], order[i]
    return order
