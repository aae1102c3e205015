from tests.vectors.generate import SHARED, generate


def test_the_shared_vectors_are_those_of_these_rules() -> None:
    assert SHARED.read_text(encoding="utf-8") == generate(), "run: python -m tests.vectors.generate"
