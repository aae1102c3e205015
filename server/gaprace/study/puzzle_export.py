"""The stored data about a player's puzzles, for the export."""

from gaprace.ports import PuzzleStore, PuzzleTry, StoredMistake
from gaprace.wire.http import ExportedPuzzles, ExportedTry, PuzzleMistake, PuzzleState

_ALL = 2**31 - 1


async def exported_puzzles(store: PuzzleStore, player: str) -> ExportedPuzzles:
    """Return all stored data about a player's puzzles."""
    tries = await store.puzzle_tries(player)
    states: dict[str, PuzzleState] = {each.puzzle: each.state for each in tries}
    return ExportedPuzzles(
        tries=[_try(each) for each in tries],
        mistakes=[shown_mistake(each, states.get(each.puzzle)) for each in await store.mistakes(player, _ALL)],
    )


def shown_mistake(mistake: StoredMistake, state: PuzzleState | None) -> PuzzleMistake:
    """Return a mistake with the state of its try, if there is one."""
    return PuzzleMistake(mistake.puzzle, mistake.game, mistake.at, state or "open")


def _try(attempt: PuzzleTry) -> ExportedTry:
    names = ("puzzle", "begun_at", "ended_at", "state", "found", "wrong")
    return ExportedTry(**{name: getattr(attempt, name) for name in names})
