"""A player's place in a race, for tests of what is made of places."""

from gaprace.wire import Standing

FIGURES = ("locked", "score", "moves", "shuffles", "time_ms", "reached_ms")


def a_standing(player: str, rank: int = 1, **others: object) -> Standing:
    """A game with nothing in it but what is given."""
    figures = {"won": False, **dict.fromkeys(FIGURES, 0)}
    return Standing(
        **{"name": player.title(), "game": f"{player}-1", **figures, "player": player, "rank": rank, **others}
    )
