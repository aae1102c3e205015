"""A race of any size as a spectator gets it, in the real client: the socket is a stand-in that a test directs."""

from collections.abc import Sequence
from time import monotonic

from playwright.async_api import WebSocketRoute

from gaprace.play.events.standings import Played, race_standings
from gaprace.play.live.visibility import acted, published_view
from gaprace.rules.actions import Action
from gaprace.rules.board import Move
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.wire import (
    Audience,
    Finished,
    Hello,
    Member,
    Message,
    Ping,
    Pong,
    Present,
    RaceView,
    React,
    RoomView,
    Said,
    Say,
    Seat,
    Settings,
    Started,
    VariantChoice,
    Welcome,
    You,
    decode_command,
    encode,
)
from tests.browser.guest import EASY_DEAL, EASY_WIN, Guest
from tests.browser.race_scene import NAMES

STARTS_AT = 900_000
LIMIT_MS = 20 * 60_000


class _Published:
    """A game as delayed viewers see it: what `published_view` reads."""

    is_end_published = is_hinted = has_ended = False

    def __init__(self, seat: Seat, game: Game) -> None:
        self.seat, self.committed, self.published = seat, game, game


class WatchScene:
    """A race whose players follow one line of moves, each as fast as the test lets them."""

    def __init__(
        self,
        players: int,
        line: Sequence[Action] = EASY_WIN,
        *,
        variant: str = "mini",
        code: str = EASY_DEAL,
        delay_s: int = 0,
        now_ms: int = 60_000,
    ) -> None:
        """Take the number of players, the line, and the time since the start at which the spectator comes."""
        self.deal, self.line, self.delay_s, self.now_ms = (
            Deal(VARIANTS[variant], code, bytes(32)),
            line,
            delay_s,
            now_ms,
        )
        names = [NAMES[i % len(NAMES)] + (f" {i // len(NAMES) + 1}" if i >= len(NAMES) else "") for i in range(players)]
        self.seats = [Seat(f"p{i}", f"g{i}", name) for i, name in enumerate(names)]
        self.games = [Game.start(self.deal) for _ in self.seats]
        self.race = "race"
        self.route: WebSocketRoute | None = None
        self._opened_at = monotonic()

    @property
    def _clock(self) -> int:
        return STARTS_AT + self.now_ms + 1000 * self.delay_s + round(1000 * (monotonic() - self._opened_at))

    def play(self, player: int, moves: int, every_ms: int = 1000) -> None:
        """Let a player make the next moves of the line, one every so many milliseconds."""
        for _ in range(moves):
            game = self.games[player]
            made = sum(isinstance(action, Move) for action, _ in game.actions)
            self.games[player] = game.after(self.line[made], game.time_ms + every_ms)
            if self.route:
                self.send(acted(self.seats[player].game, self.games[player]))

    def begin(self, race: str) -> None:
        """Let another race begin, now."""
        self.race = race
        self.games = [Game.start(self.deal) for _ in self.seats]
        self.now_ms, self._opened_at = 0, monotonic()
        self.send(self._welcome())

    def end(self) -> None:
        """Let the race end."""
        pairs = zip(self.seats, self.games, strict=True)
        self.send(Finished(self.race, race_standings([Played(seat, seat.name, game) for seat, game in pairs])))

    def send(self, message: Message) -> None:
        self.route.send(encode(message).decode())

    async def open(self, guest: Guest, path: str = "/w/ROOM") -> None:
        """Show the race as it is now to a spectator."""
        await guest.page.route_web_socket("**/ws/rooms/*", self._serve)
        self._opened_at = monotonic()
        await guest.open(path)

    def _serve(self, route: WebSocketRoute) -> None:
        self.route = route
        route.on_message(lambda text: self._answer(route, decode_command(str(text).encode())))

    def _answer(self, route: WebSocketRoute, command: object) -> None:
        match command:
            case Hello():
                self.send(self._welcome())
            case Ping(sent):
                route.send(encode(Pong(sent, self._clock)).decode())
            case Say(text):
                self.send(Audience([Said("eve", "Eve", self._clock, text, audience=True)]))
            case React(reaction, times):
                self.send(Audience([], {reaction: times}))

    def _welcome(self) -> Welcome:
        choice = VariantChoice(self.deal.variant.name)
        race = RaceView(
            self.race,
            1,
            choice,
            "",
            STARTS_AT,
            STARTS_AT + LIMIT_MS,
            self.seats,
            ranked=True,
            spectator_delay_s=self.delay_s,
        )
        members = [Member(seat.player, seat.name) for seat in self.seats]
        room = RoomView("ROOM", 1, Settings(choice, seats=50, lap_s=None), "p0", members, race=race)
        games = [published_view(_Published(seat, game)) for seat, game in zip(self.seats, self.games, strict=True)]
        return Welcome(
            You("eve", "Eve", seated=False),
            room,
            self._clock,
            Present([], 1),
            epoch=0,
            games=games,
            started=Started(self.race, self.deal.code, self.deal.opening().text),
        )
