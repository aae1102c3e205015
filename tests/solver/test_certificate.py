from hashlib import sha256
from importlib.resources import files
from random import Random

from gaprace.rules.actions import parse_action
from gaprace.rules.board import parse_board
from gaprace.rules.deal import opening
from gaprace.rules.variants import VARIANTS
from gaprace.solver.certificate import EFFORTS, TABLES_DIGEST, certify, harder_permille, is_measured
from gaprace.solver.lines import replayed, without_detours
from gaprace.solver.tables import evaluation_for
from tests.positions import random_code

MINI = VARIANTS["mini"]


def test_a_certified_deal_has_a_line_that_wins_its_opening_in_par_moves() -> None:
    random, winnable = Random("certificates"), 0
    for _ in range(6):
        code = random_code(random)
        certificate = certify(code, MINI, evaluation_for(7), boards=30_000)
        board = opening(MINI, code)
        assert replayed(board, certificate.line).is_won is certificate.is_winnable
        assert certificate.par == len(certificate.line) <= len(certificate.solution.line)
        winnable += certificate.is_winnable
    assert winnable >= 2


def test_without_time_nothing_is_certified() -> None:
    certificate = certify("0123456789", MINI, evaluation_for(7), should_stop=lambda: True)
    assert (certificate.solution.verdict, certificate.par, certificate.is_winnable) == ("unknown", 0, False)


def test_moves_there_and_back_are_left_out() -> None:
    """The 2C goes to another left end and comes back before the last card locks."""
    board = parse_board("2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7H--/--2S3S4S5S6S7S", 7)
    straight = tuple(parse_action(text) for text in ("2S@21", "3S@22", "4S@23", "5S@24", "6S@25", "7S@26"))
    detour = (parse_action("2C@21"), parse_action("2C@0"), *straight)
    assert replayed(board, detour).is_won
    assert without_detours(board, detour) == straight


def test_harder_permille_falls_with_the_effort_from_a_thousand() -> None:
    counts = [harder_permille(effort) for effort in (0, *EFFORTS[:: len(EFFORTS) // 10 or 1], EFFORTS[-1], 10**9)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 1000
    assert counts[-1] >= 0


def test_the_scale_is_that_of_whole_decks_that_are_dealt_at_random() -> None:
    measured = {"addiction", "gaps", "spaces", "paganini", "strict"}
    assert {name for name, variant in VARIANTS.items() if is_measured(variant)} == measured
    assert not is_measured(VARIANTS["gaps"].customised(right_fill=True))


def test_the_scale_was_measured_with_the_tables_of_the_package() -> None:
    """Other tables, another effort: measure it again."""
    tables = files("gaprace.solver").joinpath("tables.npz").read_bytes()
    assert sha256(tables).hexdigest().startswith(TABLES_DIGEST)
    assert len(TABLES_DIGEST) == 16
