"""Whether an action of a game stands: the number first, then the rules."""

from gaprace.errors import RoomError
from gaprace.rules.actions import action_text, parse_action
from gaprace.rules.game import Game

MAX_ACTIONS = 5000
"""How many actions a game may have: many times what the longest honest one needs."""


def decide(game: Game, n: int, text: str, ms: int) -> Game | None:
    """Return the game after action `n`, received `ms` since the start; None if it is there already.

    A clock that was put back does no harm: an action is never earlier than the one before it.

    Raises:
        RoomError: `wrong_number`, `too_many_actions`.
        RulesError: the action cannot be read, or the rules do not allow it.

    """
    if 0 < n <= game.number and action_text(game.actions[n - 1].action) == text:
        return None
    if n != game.number + 1:
        raise RoomError("wrong_number", f"Action {n} does not follow: the next one of this game is {game.number + 1}.")
    if n > MAX_ACTIONS:
        raise RoomError("too_many_actions", f"A game has at most {MAX_ACTIONS} actions.")
    return game.after(parse_action(text), max(ms, game.time_ms))
