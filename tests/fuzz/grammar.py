"""Messages that a valid client could send in a room, from what it knows of it. Mutations start from these."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, get_args

from msgspec.structs import fields

from gaprace.errors import RulesError
from gaprace.play.live.settings import variant_of
from gaprace.rules.actions import ControlAction, action_text, parse_action
from gaprace.rules.board import Board, Move, parse_board
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.wire import PROTOCOL, Act, Acted, Emote, Event, GameView, Reaction, Refused, Settings, Welcome

Tree = dict[str, Any]
_NOBODY = "0" * 16
_SWITCHES = [each.name for each in fields(Settings) if each.type is bool and each.name not in {"certified", "locked"}]
"""But for those with which little happens: without a deal, or without others."""


@dataclass
class Facts:
    """What a connection knows of its room, and what it has sent itself."""

    commitment: str = ""
    players: list[str] = field(default_factory=list)
    games: list[str] = field(default_factory=list)
    game: str = ""
    """The own game, if there is one."""
    n: int = 0
    board: Board | None = None
    variant: Variant | None = None

    def learn(self, event: Event) -> None:
        """Learn from an event."""
        if isinstance(event, Welcome):
            self._enter(event)
        elif isinstance(event, Acted) and event.game == self.game and event.n > self.n:
            self.n = event.n
            self.board = self._parsed(event.board) if event.board else None
        elif isinstance(event, Refused) and event.game and event.game.game == self.game:
            self._own(event.game)

    def follow(self, act: Act) -> None:
        """Assume that an action of the client's own will be accepted."""
        if act.game == self.game and act.n == self.n + 1:
            self.n, self.board = act.n, self._after(act.action)

    def _after(self, action: str) -> Board | None:
        """Return the board after a move; after other actions, the server sends it."""
        try:
            move = parse_action(action)
            if self.board and self.variant and isinstance(move, Move):
                return self.board.after(move, right_fill=self.variant.right_fill)
        except RulesError:
            self.n -= 1
            return self.board
        return None

    def _enter(self, welcome: Welcome) -> None:
        race = welcome.room.race
        self.commitment = welcome.room.commitment or ""
        self.players = [member.id for member in welcome.room.members]
        self.games = [seat.game for seat in race.seats] if race else []
        self.variant = variant_of(race.variant) if race else None
        mine = next((game for game in welcome.games if game.player == welcome.you.id), None)
        if mine:
            self._own(mine)

    def _own(self, mine: GameView) -> None:
        self.game, self.n = mine.game, mine.n
        self.board = self._parsed(mine.board) if mine.board else None

    def _parsed(self, text: str) -> Board | None:
        return parse_board(text, self.variant.columns) if self.variant else None


class Speaker:
    """Draws valid commands at random."""

    def __init__(self, random: Random, facts: Facts) -> None:
        self._random, self._facts = random, facts

    def hello(self) -> Tree:
        random = self._random
        tree: Tree = {"t": "hello", "protocol": PROTOCOL}
        if random.random() < 0.15:
            tree["watch"] = True
        return tree

    def command(self) -> Tree:
        """Any command but hello and leave."""
        if not self._facts.games and self._random.random() < 0.3:
            return {"t": "start"}
        return self._random.choices(_BUILDERS, _WEIGHTS)[0](self)

    def _ready(self) -> Tree:
        return {"t": "ready", "ready": self._random.random() < 0.7}

    def _seed(self) -> Tree:
        random = self._random
        commitment = self._facts.commitment if random.random() < 0.8 else "0" * 64
        return {"t": "seed", "commitment": commitment, "seed": random.randbytes(16).hex()}

    def _plain(self) -> Tree:
        return {"t": self._random.choice(("start", "rematch"))}

    def _act(self) -> Tree:
        return {"t": "act", "game": self._game(), "n": self._number(), "action": self._action()}

    def _game(self) -> str:
        random, facts = self._random, self._facts
        if facts.game and random.random() < 0.95:
            return facts.game
        return random.choice([*facts.games, _NOBODY])

    def _number(self) -> int:
        random, n = self._random, self._facts.n
        return n + 1 if random.random() < 0.8 else max(1, n + random.randrange(-3, 5))

    def _action(self) -> str:
        """Draw an action, mostly a legal one."""
        random, facts = self._random, self._facts
        moves = facts.board.legal_moves(right_fill=facts.variant.right_fill) if facts.board and facts.variant else []
        if moves and random.random() < 0.7:
            return action_text(random.choice(moves))
        return random.choices([*ControlAction, "2C@0", "KS@51"], [20, 30, 20, 1, 5, 5])[0]

    def _hint(self) -> Tree:
        return {"t": "hint", "game": self._game()}

    def _say(self) -> Tree:
        random = self._random
        if random.random() < 0.5:
            return {"t": "say", "emote": random.choice(get_args(Emote))}
        text = random.choice(("hello", "well played", "\u00fc\u738b", "x" * 300))
        return {"t": "say", "text": text}

    def _react(self) -> Tree:
        random = self._random
        return {"t": "react", "reaction": random.choice(get_args(Reaction)), "times": random.randint(1, 20)}

    def _bot(self) -> Tree:
        return {"t": "addbot", "level": self._random.randint(1, 5)}

    def _team(self) -> Tree:
        random = self._random
        player = random.choice(["", *self._facts.players, _NOBODY])
        if random.random() < 0.2:
            return {"t": "balance"}
        return {"t": "team", "team": random.randint(1, 4), "player": player}

    def _about(self) -> Tree:
        random = self._random
        player = random.choice([*self._facts.players, _NOBODY])
        if random.random() < 0.1:
            return {"t": "kick", "player": player}
        if random.random() < 0.2:
            return {"t": "cohost", "player": player, "cohost": random.random() < 0.7}
        return {"t": "mute", "player": player, "muted": random.random() < 0.5}

    def _sit_out(self) -> Tree:
        return {"t": "sitout", "out": self._random.random() < 0.4}

    def _settings(self) -> Tree:
        random = self._random
        settings: Tree = {"variant": {"name": random.choice([*VARIANTS])}, "seats": random.choice((2, 8, 50, 51, 2000))}
        for name in _SWITCHES:
            settings[name] = random.random() < 0.5
        settings["limit_minutes"] = random.choice((1, 20, 120))
        settings["spectator_delay_s"] = random.choice((0, 0, 1))
        settings["best_of"] = random.choice((1, 2, 3))
        settings["teams"] = random.choice((0, 0, 1, 2, 4))
        if random.random() < 0.2:
            settings["variant"] |= {"shuffles": random.randrange(10), "right_fill": random.random() < 0.5}
        return {"t": "settings", "settings": settings}

    def ping(self) -> Tree:
        return {"t": "ping", "sent": self._random.random()}


_KINDS: dict[Callable[[Speaker], Tree], int] = {
    Speaker._ready: 4,
    Speaker._plain: 5,
    Speaker._seed: 3,
    Speaker._act: 50,
    Speaker._hint: 5,
    Speaker._say: 8,
    Speaker._react: 3,
    Speaker._bot: 1,
    Speaker._team: 2,
    Speaker._about: 5,
    Speaker._sit_out: 1,
    Speaker._settings: 8,
    Speaker.ping: 10,
    Speaker.hello: 1,
}
_BUILDERS, _WEIGHTS = [*_KINDS], [*_KINDS.values()]
