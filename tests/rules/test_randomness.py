from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from gaprace.rules.randomness import number_below, permutation


def test_permutations_are_uniform() -> None:
    counts: Counter[tuple[int, ...]] = Counter(
        tuple(permutation(4, seed.to_bytes(4, "big"), b"uniform")) for seed in range(24_000)
    )
    assert len(counts) == 24
    statistic = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert statistic < 49.7  # 99.9 % point of chi-squared with 23 degrees


@given(st.integers(1, 200), st.binary(max_size=40), st.binary(max_size=40))
def test_a_permutation_is_a_bijection(size: int, key: bytes, label: bytes) -> None:
    assert sorted(permutation(size, key, label)) == list(range(size))


def test_words_beyond_the_largest_multiple_are_passed_over() -> None:
    assert number_below(3, iter([2**32 - 1, 5])) == 2
    assert number_below(3, iter([2**32 - 2])) == (2**32 - 2) % 3
    assert number_below(4, iter([2**32 - 1])) == 3
