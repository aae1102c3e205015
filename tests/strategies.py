"""Hypothesis strategies over `tests.positions`: whatever these give is derived from one `Random`."""

import os
from random import Random

from hypothesis import strategies as st

from gaprace.rules.board import Board
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS, Variant
from tests.positions import SHUFFLING, board_with_runs, random_deal, random_drawn_deal, random_game, random_variant

seeded_randoms = st.integers(0, 2**64 - 1).map(Random)
adversarial_randoms = st.randoms(use_true_random=False)
"""Hypothesis chooses every number, boundaries among them, which takes three times as long."""
randoms = adversarial_randoms if os.environ.get("HYPOTHESIS_PROFILE") == "nightly" else seeded_randoms
rows_of_the_table = st.sampled_from(list(VARIANTS.values()))
shuffling_variants = st.sampled_from(SHUFFLING)
variants: st.SearchStrategy[Variant] = randoms.map(random_variant)
deals: st.SearchStrategy[Deal] = randoms.map(random_deal)
drawn_deals: st.SearchStrategy[Deal] = randoms.map(random_drawn_deal)
games: st.SearchStrategy[Game] = st.builds(random_game, randoms, deals | drawn_deals, st.integers(0, 60))
secrets = st.binary(min_size=32, max_size=32)


def boards(columns: int) -> st.SearchStrategy[Board]:
    """Boards with locked runs of all lengths."""
    return randoms.map(lambda random: board_with_runs(random, columns))
