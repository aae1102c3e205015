"""A race of any size at any instant, in the real client: the socket is a stand-in whose messages a test chooses."""

from msgspec.structs import replace
from playwright.async_api import WebSocketRoute

from gaprace.play.live.race import LiveRace
from gaprace.play.live.race_facts import RaceFacts, StoredState
from gaprace.play.live.visibility import SeatedViewer, acted
from gaprace.rules.actions import parse_action
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.wire import (
    Act,
    Hello,
    Member,
    Ping,
    Pong,
    Present,
    Progress,
    RaceView,
    RoomView,
    Seat,
    Settings,
    VariantChoice,
    Welcome,
    You,
    decode_command,
    encode,
)
from tests.browser.guest import Guest

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


class RaceScene:
    """One's own game and any number of rivals, of whom only their progress is seen."""

    def __init__(self, players: int, *, variant: str = "addiction", code: str = "0123456789", teams: int = 0) -> None:
        """Take the number of players, who join the teams in turns."""
        self.deal = Deal(VARIANTS[variant], code, bytes(32))
        self.mine = Game.start(self.deal)
        ids = [ME, *(f"p{number}" for number in range(1, players))]
        names = ["Your Name", *(NAMES[number % len(NAMES)] for number in range(players - 1))]
        self.members = [Member(each, name) for each, name in zip(ids, names, strict=True)]
        self.seats = [
            Seat(each.id, f"game {each.id}", each.name, team=n % teams + 1 if teams else 0)
            for n, each in enumerate(self.members)
        ]
        self.team_scores = players // teams if teams else 0
        self.rivals: dict[int, Progress] = {}
        self.route: WebSocketRoute | None = None

    async def open(self, guest: Guest) -> None:
        """Show the race, which has begun, to somebody who is in a room."""
        await guest.page.route_web_socket("**/ws/rooms/*", self.serve)
        await guest.page.reload()
        await guest.begun()

    def serve(self, route: WebSocketRoute) -> None:
        self.route = route
        route.on_message(lambda text: self._answer(route, decode_command(str(text).encode())))

    def _answer(self, route: WebSocketRoute, command: object) -> None:
        match command:
            case Hello():
                self.mine = Game.start(self.deal)
                for event in (self._welcome(), *self.rivals.values()):
                    route.send(encode(event).decode())
            case Ping(sent):
                route.send(encode(Pong(sent, NOW)).decode())
            case Act(n=n, action=action):
                self.mine = self.mine.after(parse_action(action), 1000 * n)
                route.send(encode(acted(self.seats[0].game, self.mine)).decode())

    def _welcome(self) -> Welcome:
        choice = VariantChoice(self.deal.variant.name)
        race = RaceView("race", 1, choice, "", STARTS_AT, STARTS_AT + 1_200_000, self.seats, ranked=True)
        race = replace(race, team_scores=self.team_scores)
        room = RoomView("ROOM", 1, Settings(choice, seats=50), ME, self.members, race=race)
        games = [StoredState(seat, Game.start(self.deal)) for seat in self.seats]
        live = LiveRace(RaceFacts("race", self.deal, STARTS_AT, None, room.settings), games)
        live.begin(NOW)
        started, views = live.snapshot_for(SeatedViewer(ME))
        present = Present([each.id for each in self.members], 0)
        return Welcome(You(ME, "Your Name", seated=True), room, NOW, present, epoch=0, games=views, started=started)

    def progress(
        self, rival: int, locked: int, ms: int, *, moves: int = 0, shuffles: int = 0, ended: bool = False
    ) -> None:
        """Let a rival, from 1 on, have this many locked cards since `ms`."""
        assert self.route
        n = self.rivals[rival].n + 1 if rival in self.rivals else 1
        total = 4 * (self.deal.variant.columns - 1)
        event = Progress(
            game=self.seats[rival].game,
            n=n,
            locked=locked,
            moves=moves or n,
            shuffles=shuffles,
            reached_ms=ms,
            ended=ended or locked == total,
            won=locked == total,
        )
        self.rivals[rival] = event
        self.route.send(encode(event).decode())
