"""One game of a running race, as part of the state machine of `play.live.race`.

It has three cursors on one log of actions, `accepted >= committed >= published`: accepted by the referee, stored, and
shown to delayed viewers. Its phases are in `play.live.phases`.

Like the race it is pure: it adds effects to the list of its race. `ms` counts from the start instant.
"""

from collections import deque

from msgspec import Struct

from gaprace.errors import GapraceError, Refusal, RulesError
from gaprace.play.live.effects import (
    ActionStored,
    Append,
    Effect,
    EndGame,
    FindHint,
    MarkHinted,
    Reload,
    Reply,
    Scope,
    Send,
)
from gaprace.play.live.phases import GAME_TRANSITIONS, GamePhase, GameStep, IllegalTransition
from gaprace.play.live.visibility import Viewer, acted_again, hinted, live_view
from gaprace.rules.actions import ControlAction, action_text, parse_action
from gaprace.rules.game import Game
from gaprace.solver.answers import Advice
from gaprace.wire import Acted, Hinted, Refused, Seat

MAX_ACTIONS = 4000
"""Actions in a game: many times as many as the longest honest game needs."""
MAX_DEFERRED = 100
"""Actions that wait while a game is read from the store; more are refused."""

RECHECK_INTERVAL_MS = 1_000
"""A number that is ahead of this server has the game read from the store, but no more often than this."""

_KNOWN = {GamePhase.OPEN, GamePhase.ENDING, GamePhase.ENDED}
"""The phases in which a game is neither being read from the store nor about to be."""
_TO_BE_READ = {GamePhase.STALE, GamePhase.REJECTED}


def decide(game: Game, n: int, text: str, ms: int) -> Game | None:
    """Return the game after action `n`, received `ms` after the start; None if that action was made already.

    A clock that is set back does no harm: an action is never earlier than the one before it.
    Raises `wrong_number`, `too_many_actions`.
    """
    following = game.number + 1
    if 0 < n < following and action_text(game.actions[n - 1].action) == text:
        return None
    if n != following:
        raise Refusal("wrong_number", f"Action {n} does not follow: the next one of this game is {following}.")
    if n > MAX_ACTIONS and text != ControlAction.RESIGN:
        raise Refusal("too_many_actions", f"A game has at most {MAX_ACTIONS} actions.")
    return game.after(parse_action(text), max(ms, game.time_ms))


class Attempt(Struct, frozen=True):
    """Action `n` as a client has sent it."""

    viewer: Viewer
    n: int
    text: str
    ms: int
    objection: Refusal | None = None
    """Why a new action was refused at the time when it came."""


class _Answer(Struct, frozen=True):
    """A pending response: action `n` is refused, or was made already."""

    attempt: Attempt
    error: GapraceError | None = None


class LiveGame:
    """One game. Only the race to which it belongs calls its methods; everyone may read."""

    def __init__(
        self, seat: Seat, stored: Game, effects: list[Effect], *, ended_at: int | None = None, is_hinted: bool = False
    ) -> None:
        """Take a stored game, and the list for its effects."""
        self.seat, self.id = seat, seat.game
        self.phase = GamePhase.OPEN if ended_at is None else GamePhase.ENDED
        self.committed = self.published = stored
        self.is_hinted = is_hinted
        self.is_hinting = False
        """Whether a hint is being looked for: asking again meanwhile brings the same one."""
        self.ended_at = ended_at
        """When it ended, if it had ended as it was taken (ms since 1970)."""
        self.is_end_published = ended_at is not None
        self._effects = effects
        self._pending: deque[Game] = deque()
        """The game after each action that is on its way to the store."""
        self._rechecked_ms = -RECHECK_INTERVAL_MS
        """When the game was last read because of a number that was ahead."""
        self._is_closing = self._is_resigning = False
        """Whether it ends as it stands, or is resigned, as soon as the store allows it."""
        self._deferred: list[Attempt] = []
        """Actions that came while the game was read from the store."""
        self._answers: list[_Answer] = []
        """Answers show the game, so they wait until everything accepted is committed."""
        self._refused: list[tuple[int, str]] = []
        """Actions (n, text) that the store has refused, to be answered once the game is read."""

    @property
    def accepted(self) -> Game:
        """The game with every action that was accepted."""
        return self._pending[-1] if self._pending else self.committed

    @property
    def has_ended(self) -> bool:
        """Whether it has ended in the store."""
        return self.phase is GamePhase.ENDED

    def publish_next(self) -> None:
        """Let delayed viewers see one more action."""
        n = self.published.number
        is_last = n + 1 == self.committed.number
        self.published = self.committed if is_last else self.published.after(*self.committed.actions[n])

    # Its player

    def attempt(self, attempt: Attempt) -> None:
        """Handle an action of a client, and respond now or later. Raises `try_again`: too much waits for the store."""
        # A client may know more than this server: a peer may have died before it could report its stored actions.
        is_ahead = self.phase is GamePhase.OPEN and attempt.n > self.accepted.number + 1
        if is_ahead and attempt.ms - self._rechecked_ms >= RECHECK_INTERVAL_MS:
            self._rechecked_ms = attempt.ms
            self.outdate(attempt.ms)
        if self.phase in _KNOWN:
            self._try(attempt)
            return
        if len(self._deferred) >= MAX_DEFERRED:
            raise Refusal("try_again", "The game is being read from the store: try again in a moment.")
        self._deferred.append(attempt)

    def _try(self, attempt: Attempt) -> None:
        try:
            if self.play(attempt.n, attempt.text, attempt.ms, attempt.objection):
                return  # it is answered once it is stored
            self._answers.append(_Answer(attempt))
        except (Refusal, RulesError) as error:
            if error is attempt.objection and error.code == "try_again":
                self._effects.append(Reply(attempt.viewer, self._refusal(attempt.n, error)))
                return  # waiting actions will not be stored soon
            self._answers.append(_Answer(attempt, error))
        if not self._pending:
            self._answer()

    def play(self, n: int, text: str, ms: int, objection: Refusal | None = None) -> bool:
        """Accept action `n`, and return whether it is new, and not one that was made already.

        Raises Refusal or RulesError; `objection` is raised against any new action.
        """
        after = decide(self.accepted, n, text, ms)
        if after is None:
            return False
        if objection:
            raise objection
        if self.phase is not GamePhase.OPEN:
            raise Refusal("time_up", "The time is up: this game has ended.")
        self._accept(after, text)
        return True

    def resign(self, ms: int) -> None:
        """Resign it: now, or once it has been read from the store."""
        self._is_resigning = True
        self._settle(ms)

    def close(self, ms: int) -> None:
        """End it in its current state: now, or when the store has answered all pending requests."""
        self._is_closing = True
        self._settle(ms)

    def _accept(self, after: Game, text: str) -> None:
        self._step(GameStep.ACCEPT)
        self._pending.append(after)
        self._effects.append(Append(self.id, after.number, text, after.time_ms))

    # Hints

    def ask_hint(self, viewer: Viewer) -> None:
        """Request a hint, unless a search is running already."""
        if not self.is_hinting:
            self.is_hinting = True
            self._effects.append(FindHint(viewer, self.id, self.accepted))

    def advise(self, search: FindHint, advice: Advice | None) -> None:
        """Handle the result of the search: the hint is sent at once, or when the store has marked the game."""
        if advice is None or self.has_ended:
            self.is_hinting = False
            reason = "There is nothing left to do in this game."
            self._effects.append(Reply(search.viewer, Refused("hint", "no_hint", reason)))
            return
        event = hinted(self.id, search.board.number, advice)
        if self.is_hinted:
            self.give_hint(event)
        else:
            self._effects.append(MarkHinted(event))

    def give_hint(self, event: Hinted) -> None:
        """Send a hint to the player."""
        self.is_hinting = False
        self._effects.append(Send(Scope.PLAYER, event, self.seat.player))

    # The store and the peers

    def answered(self, n: int, step: GameStep) -> Game:
        """Handle the store's answer to action `n`, and return the game after that action.

        Raises IllegalTransition if it is not this action that the store has to answer next.
        """
        if not self._pending or self._pending[0].number != n:
            raise IllegalTransition(f"action {n} of game {self.id}", self.phase, step)
        self._step(step)
        return self._pending.popleft()

    def refuse(self, n: int, ms: int) -> None:
        """Handle the store's refusal of action `n`."""
        after = self.answered(n, GameStep.REFUSE)
        self._refused.append((n, action_text(after.actions[-1].action)))
        self._settle(ms)

    def has(self, event: ActionStored) -> bool:
        """Whether an action that a peer reports is known here."""
        if not 0 < event.n <= self.committed.number:
            return False
        action, ms = self.committed.actions[event.n - 1]
        return (action_text(action), ms) == (event.action, event.ms)

    def next_by(self, event: ActionStored) -> Game | None:
        """Return the game after an action that a peer has stored; None unless that is the next one from here."""
        if self.phase is not GamePhase.OPEN or self._pending or event.n != self.committed.number + 1:
            return None
        try:
            return self.committed.after(parse_action(event.action), event.ms)
        except RulesError:
            return None

    def follow(self) -> None:
        """Handle the next action, which a peer has stored."""
        self._step(GameStep.FOLLOW)

    def outdate(self, ms: int) -> None:
        """Request it from the store, which has a different state."""
        self._step(GameStep.OUTDATE)
        self._settle(ms)

    def load(self, *, has_ended: bool) -> None:
        """Handle its state from the store."""
        self._step(GameStep.LOADED_ENDED if has_ended else GameStep.LOADED)

    def go_on(self, ms: int) -> None:
        """Continue after a change of `committed`: a won or resigned game is ended in the store, too."""
        self._is_closing |= self.committed.is_ended
        self._settle(ms)

    def end_stored(self) -> None:
        """Handle its end in the store."""
        self._step(GameStep.END_STORED)

    def end_refused(self, ms: int, *, is_time_up: bool) -> None:
        """Handle the store's refusal to end it, since the store has a different state."""
        self._step(GameStep.END_REFUSED)
        self._is_closing = is_time_up
        self._settle(ms)

    def _step(self, step: GameStep) -> None:
        after = GAME_TRANSITIONS[self.phase].get(step)
        if after is None:
            raise IllegalTransition(f"game {self.id}", self.phase, step)
        self.phase = after

    # Work that waits until the store has answered

    def _settle(self, ms: int) -> None:
        """Handle everything that was deferred, unless an action is still pending in the store."""
        if self._pending:
            return
        if self.phase in _TO_BE_READ:
            self._step(GameStep.LOAD)
            self._effects.append(Reload(self.id))
        elif self.phase in _KNOWN:
            if self._refused or self._answers:
                self._answer()
            deferred, self._deferred = self._deferred, []
            for attempt in deferred:
                self._try(attempt)
            if self._is_resigning or self._is_closing:
                self._resign_or_end(ms)

    def _resign_or_end(self, ms: int) -> None:
        if self.phase is not GamePhase.OPEN:
            return
        if self._is_resigning and not self.accepted.is_ended:
            resigned = self.accepted.after(ControlAction.RESIGN, max(0, ms, self.accepted.time_ms))
            self._accept(resigned, ControlAction.RESIGN.value)
        elif self._is_closing and not self._pending:
            self._step(GameStep.END)
            self._effects.append(EndGame(self.id, self.committed))

    def _answer(self) -> None:
        refused, self._refused = self._refused, []
        for n, text in refused:
            self._effects.append(Send(Scope.PLAYER, self._again(n, text), self.seat.player))
        answers, self._answers = self._answers, []
        for each in answers:
            n, text = each.attempt.n, each.attempt.text
            event = self._refusal(n, each.error) if each.error else self._again(n, text)
            self._effects.append(Reply(each.attempt.viewer, event))

    def _again(self, n: int, text: str) -> Acted | Refused:
        """Return the stored action `n`, or a refusal if it differs from the client's."""
        known = self.committed
        if n <= known.number and action_text(known.actions[n - 1].action) == text:
            return acted_again(self.id, known, n)
        return self._refusal(
            n, Refusal("wrong_number", f"Action {n} does not follow: this game has {known.number} by now.")
        )

    def _refusal(self, n: int, error: GapraceError) -> Refused:
        return Refused("act", error.code, error.message, n=n, game=live_view(self))
