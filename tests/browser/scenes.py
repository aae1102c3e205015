"""Races of any size at any instant, in the real client: the socket is a stand-in whose messages a test chooses."""

from collections.abc import Iterator, Sequence
from time import monotonic

from msgspec.structs import replace
from playwright.async_api import WebSocketRoute

from gaprace.play.live.race import LiveRace
from gaprace.play.live.race_facts import RaceFacts, StoredState
from gaprace.play.live.visibility import SeatedViewer, acted, published_view
from gaprace.play.standings import Played, race_standings
from gaprace.rules.actions import parse_action
from gaprace.rules.board import Move
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.wire import (
    Act,
    Audience,
    Command,
    Finished,
    Hello,
    Member,
    Message,
    Ping,
    Pong,
    Present,
    Progress,
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

NAMES = (
    "Gentle Curlew",
    "Theo",
    "Bartholomew the Unready",
    "Ana",
    "Sunny Cricket",
    "Nimble Kestrel",
    "Bo",
    "Rosy Ibex",
    "Silver Raven",
    "Amber Bison",
)
ME = "me"
STARTS_AT, NOW = 900_000, 1_000_000
LIMIT_MS = 20 * 60_000


class Scene:
    """A race on one deal, in a room that only this browser sees."""

    now = NOW
    """The server's clock."""

    def __init__(self, variant: str, code: str) -> None:
        self.deal = Deal(VARIANTS[variant], code, bytes(32))
        self.race = "race"
        self.seats: Sequence[Seat] = ()
        self.route: WebSocketRoute | None = None

    def serve(self, route: WebSocketRoute) -> None:
        self.route = route
        route.on_message(lambda text: self._answer(decode_command(str(text).encode())))

    def _answer(self, command: Command) -> None:
        match command:
            case Hello():
                for event in self.welcome():
                    self.send(event)
            case Ping(sent):
                self.send(Pong(sent, self.now))
            case _:
                self.hear(command)

    def welcome(self) -> Iterator[Message]:
        """Yield the events that a newcomer receives."""
        raise NotImplementedError

    def hear(self, command: Command) -> None:
        """Answer another command."""

    def send(self, message: Message) -> None:
        self.route.send(encode(message).decode())

    def room(self, settings: Settings, **race: object) -> RoomView:
        """The room, whose first player is its host."""
        choice = VariantChoice(self.deal.variant.name)
        members = [Member(seat.player, seat.name) for seat in self.seats]
        view = RaceView(self.race, 1, choice, "", STARTS_AT, STARTS_AT + LIMIT_MS, self.seats, ranked=True, **race)
        settings = replace(settings, variant=choice, seats=50)
        return RoomView("ROOM", 1, settings, members[0].id, members, race=view)


class RaceScene(Scene):
    """One's own game and any number of rivals, of whom only their progress is seen."""

    def __init__(self, players: int, *, variant: str = "addiction", code: str = "0123456789", teams: int = 0) -> None:
        """Take the number of players, who join the teams in turns."""
        super().__init__(variant, code)
        self.mine = Game.start(self.deal)
        ids = [ME, *(f"p{number}" for number in range(1, players))]
        names = ["Your Name", *(NAMES[number % len(NAMES)] for number in range(players - 1))]
        self.seats = [
            Seat(each, f"game {each}", name, team=n % teams + 1 if teams else 0)
            for n, (each, name) in enumerate(zip(ids, names, strict=True))
        ]
        self.team_scores = players // teams if teams else 0
        self.rivals: dict[int, Progress] = {}

    async def open(self, guest: Guest) -> None:
        """Show the race, which has begun, to somebody who is in a room."""
        await guest.page.route_web_socket("**/ws/rooms/*", self.serve)
        await guest.page.reload()
        await guest.begun()

    def hear(self, command: Command) -> None:
        if isinstance(command, Act):
            self.mine = self.mine.after(parse_action(command.action), 1000 * command.n)
            self.send(acted(self.seats[0].game, self.mine))

    def welcome(self) -> Iterator[Message]:
        self.mine = Game.start(self.deal)
        room = self.room(Settings(), team_scores=self.team_scores)
        games = [StoredState(seat, self.mine) for seat in self.seats]
        live = LiveRace(RaceFacts("race", self.deal, STARTS_AT, None, room.settings), games)
        live.begin(NOW)
        started, views = live.snapshot_for(SeatedViewer(ME))
        present, you = Present([seat.player for seat in self.seats], 0), You(ME, "Your Name", seated=True)
        yield Welcome(you, room, NOW, present, epoch=0, games=views, started=started)
        yield from self.rivals.values()

    def progress(
        self,
        rival: int,
        locked: int,
        ms: int,
        *,
        moves: int = 0,
        shuffles: int = 0,
        ended: bool = False,
        given_up: bool = False,
    ) -> None:
        """Let a rival, from 1 on, have this many locked cards since `ms`."""
        n = self.rivals[rival].n + 1 if rival in self.rivals else 1
        total = 4 * (self.deal.variant.columns - 1)
        self.rivals[rival] = Progress(
            game=self.seats[rival].game,
            n=n,
            locked=locked,
            moves=moves or n,
            shuffles=shuffles,
            reached_ms=ms,
            ended=ended or given_up or locked == total,
            given_up=given_up,
            won=locked == total,
        )
        self.send(self.rivals[rival])


class _Published:
    """A game as delayed viewers see it: what `published_view` reads."""

    is_end_published = is_hinted = has_ended = False

    def __init__(self, seat: Seat, game: Game) -> None:
        self.seat, self.committed, self.published = seat, game, game


class WatchScene(Scene):
    """A race as a spectator gets it: its players follow `EASY_WIN`, each as fast as the test lets them."""

    def __init__(self, players: int, *, delay_s: int = 0, now_ms: int = 60_000) -> None:
        """Take the number of players, and the time since the start at which the spectator comes."""
        super().__init__("mini", EASY_DEAL)
        self.delay_s, self.now_ms = delay_s, now_ms
        names = [NAMES[i % len(NAMES)] + (f" {i // len(NAMES) + 1}" if i >= len(NAMES) else "") for i in range(players)]
        self.seats = [Seat(f"p{i}", f"g{i}", name) for i, name in enumerate(names)]
        self.games = [Game.start(self.deal) for _ in self.seats]
        self._opened_at = monotonic()

    @property
    def now(self) -> int:
        return STARTS_AT + self.now_ms + 1000 * self.delay_s + round(1000 * (monotonic() - self._opened_at))

    def play(self, player: int, moves: int, every_ms: int = 1000) -> None:
        """Let a player make the next moves, one every so many milliseconds."""
        for _ in range(moves):
            game = self.games[player]
            made = sum(isinstance(action, Move) for action, _ in game.actions)
            self.games[player] = game.after(EASY_WIN[made], game.time_ms + every_ms)
            if self.route:
                self.send(acted(self.seats[player].game, self.games[player]))

    def begin(self, race: str) -> None:
        """Let another race begin, now."""
        self.race = race
        self.games = [Game.start(self.deal) for _ in self.seats]
        self.now_ms, self._opened_at = 0, monotonic()
        self._answer(Hello(0))

    def end(self) -> None:
        """Let the race end."""
        pairs = zip(self.seats, self.games, strict=True)
        self.send(Finished(self.race, race_standings([Played(seat, seat.name, game) for seat, game in pairs])))

    async def open(self, guest: Guest, path: str = "/w/ROOM") -> None:
        """Show the race as it is now to a spectator."""
        await guest.page.route_web_socket("**/ws/rooms/*", self.serve)
        self._opened_at = monotonic()
        await guest.open(path)

    def hear(self, command: Command) -> None:
        match command:
            case Say(text):
                self.send(Audience([Said("eve", "Eve", self.now, text, audience=True)]))
            case React(reaction, times):
                self.send(Audience([], {reaction: times}))

    def welcome(self) -> Iterator[Message]:
        room = self.room(Settings(lap_s=None), spectator_delay_s=self.delay_s)
        games = [published_view(_Published(seat, game)) for seat, game in zip(self.seats, self.games, strict=True)]
        started = Started(self.race, self.deal.code, self.deal.opening().text)
        you, present = You("eve", "Eve", seated=False), Present([], 1)
        yield Welcome(you, room, self.now, present, epoch=0, games=games, started=started)
