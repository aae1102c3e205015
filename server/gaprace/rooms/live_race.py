"""A race as this process plays it: for each game what is decided, what is stored and told, and what watchers see."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from gaprace.play.calendar import is_sealed
from gaprace.play.settings import choice_of
from gaprace.play.standings import Played
from gaprace.ports import Result, StoredAction, StoredCertificate, StoredGame, StoredRace
from gaprace.rules.actions import parse_action
from gaprace.rules.game import Game
from gaprace.rules.ranking import score
from gaprace.wire import RaceView, Reveal, Seat, Started


@dataclass(slots=True)
class LiveGame:
    """One game. `decided` runs ahead of `told` by what waits for the disk, `told` ahead of `shown` by the delay."""

    seat: Seat
    decided: Game
    """With every action that was accepted."""
    told: Game
    """With every action that is stored: what its player and the other players are told."""
    shown: Game
    """What spectators are shown."""
    hinted: bool = False
    is_over: bool = False
    """Whether it has ended in the store: won, resigned, or by the clock."""
    is_shown_over: bool = False
    """Whether spectators have been shown that the clock ended it."""
    is_ending: bool = False
    is_hinting: bool = False
    """Whether a hint is being thought of: whoever asks again meanwhile gets the same one."""
    unanswered: list[tuple[int, str]] = field(default_factory=list)
    """Actions that another process may have stored: (n, action), to be answered when the game is reloaded."""
    when_stored: list[Callable[[], None]] = field(default_factory=list)
    """What is to be said once all that is decided is stored: nothing is told of an action before."""

    def say_when_stored(self, say: Callable[[], None]) -> None:
        """Say something that shows the game as it is decided."""
        if self.told is self.decided:
            say()
        else:
            self.when_stored.append(say)

    def say_what_waited(self) -> None:
        """Say what had to wait, if all is stored now."""
        if self.told is self.decided:
            waited, self.when_stored = self.when_stored, []
            for say in waited:
                say()

    def adopt(self, game: Game) -> list[Game]:
        """Take over what the store says; give the game after each action that is new to whoever was told."""
        new, step = [], self.told
        for action, ms in game.actions[step.number :]:
            step = step.after(action, ms)
            new.append(step)
        self.decided = self.told = game
        return new


class LiveRace:
    """A race with its deal and its games."""

    def __init__(self, stored: StoredRace, games: Mapping[str, Game]) -> None:
        self.id, self.room = stored.id, stored.room
        self.deal = stored.deal
        self.daily = stored.daily
        self.number = stored.number
        self.starts_at = stored.starts_at
        self.ends_at = stored.ends_at
        self.is_over = stored.ended_at is not None
        self.is_finishing = False
        self.is_shown = False
        """Whether spectators have been shown the layout."""
        self.games = {each.id: _live_game(each, games[each.id]) for each in stored.games}
        self._by_player = {game.seat.player: game for game in self.games.values()}

    def about(self, game: LiveGame | None = None) -> dict[str, dict[str, str]]:
        """Return what a line of the log is about: the `extra` of a logging call."""
        return {"about": {"room": self.room, "race": self.id} | ({"game": game.seat.game} if game else {})}

    def game_of(self, player: str) -> LiveGame | None:
        """Return a player's game."""
        return self._by_player.get(player)

    def is_running_for(self, player: str) -> bool:
        """Whether a player has a game in this race that has not ended."""
        game = None if self.is_over else self.game_of(player)
        return game is not None and not game.is_over

    def has_begun(self, now: int) -> bool:
        """Whether the start instant has come."""
        return now >= self.starts_at

    def ends_by(self, instant: int) -> bool:
        """Whether it runs, and its time is up by then."""
        return not self.is_over and self.ends_at is not None and self.ends_at <= instant

    def time_is_up(self, now: int) -> bool:
        """Whether the time limit has come."""
        return self.ends_at is not None and now >= self.ends_at

    @property
    def started(self) -> Started:
        """What everyone is told at the start instant."""
        return Started(self.id, self.deal.code, self.deal.opening().text)

    def reveal(self, now: int, certificate: StoredCertificate | None = None) -> Reveal | None:
        """Return what proves the deal, unless others may still play it."""
        if self.daily and is_sealed(self.daily.date, now):
            return None
        line = certificate.line if certificate else None
        return Reveal(self.deal.code, self.deal.secret.hex(), self.deal.commitment, line)

    def played(self, names: Mapping[str, str]) -> list[Played]:
        """Return every game with its player's name, for the standings."""
        return [Played(game.seat, names.get(game.seat.player, ""), game.told) for game in self.games.values()]


def _live_game(stored: StoredGame, game: Game) -> LiveGame:
    is_over = stored.result is not None
    seat = Seat(stored.player, stored.id)
    return LiveGame(seat, game, game, game, hinted=stored.hinted, is_over=is_over, is_shown_over=is_over)


def race_view(race: StoredRace, certificate: StoredCertificate | None = None) -> RaceView:
    """Return a race as everyone may see it before it starts."""
    return RaceView(
        id=race.id,
        number=race.number,
        variant=choice_of(race.deal.variant),
        commitment=race.deal.commitment,
        starts_at=race.starts_at,
        ends_at=race.ends_at,
        seats=[Seat(game.player, game.id) for game in race.games],
        ranked=any(game.ranked for game in race.games),
        par=certificate.par if certificate else None,
        harder_permille=certificate.harder if certificate else None,
    )


def replayed(race: StoredRace, game: StoredGame, actions: Sequence[StoredAction]) -> Game:
    """Rebuild a game from the store: from its transcript, or from its actions while it runs."""
    if game.result:
        return Game.replay(race.deal, game.result.transcript)
    rebuilt = Game.start(race.deal)
    for row in actions:
        rebuilt = rebuilt.after(parse_action(row.action), row.ms)
    return rebuilt


def result_of(game: Game, ended_at: int) -> Result:
    """Say what came of a game."""
    return Result(
        won=game.is_won,
        locked=game.board.locked,
        score=score(game),
        moves=game.moves,
        shuffles=game.shuffles,
        time_ms=game.time_ms,
        last_move_ms=game.last_move_ms,
        transcript=game.transcript,
        ended_at=ended_at,
    )
