"""The stored data about a player's puzzles, for the export."""

from gaprace.ports import PuzzlePlayer, PuzzleStore, PuzzleTry, StoredMistake
from gaprace.wire.http import ExportedPuzzles, ExportedTry, PuzzleMistake, PuzzleRating, PuzzleState

_ALL = 2**31 - 1


async def exported_puzzles(store: PuzzleStore, player: str) -> ExportedPuzzles:
    """Return all stored data about a player's puzzles."""
    known = await store.puzzle_player(player)
    tries = await store.puzzle_tries(player)
    states: dict[str, PuzzleState] = {each.puzzle: each.state for each in tries}
    return ExportedPuzzles(
        rating=shown_rating(known) if known else None,
        tries=[_try(each) for each in tries],
        mistakes=[shown_mistake(each, states.get(each.puzzle)) for each in await store.mistakes(player, _ALL)],
    )


def shown_rating(known: PuzzlePlayer) -> PuzzleRating:
    """Return a player's rating as the player sees it."""
    return PuzzleRating(round(known.rating.rating, 1), round(known.rating.deviation, 1), known.tries, known.solved)


def shown_mistake(mistake: StoredMistake, state: PuzzleState | None) -> PuzzleMistake:
    """Return a mistake with the state of its try, if there is one."""
    return PuzzleMistake(mistake.puzzle, mistake.game, mistake.at, state or "open")


def _try(attempt: PuzzleTry) -> ExportedTry:
    names = ("puzzle", "kind", "begun_at", "ended_at", "state", "found", "wrong", "rating_after", "change")
    return ExportedTry(**{name: getattr(attempt, name) for name in names})
