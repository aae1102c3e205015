"""A room of two thousand in the real client: the socket is a stand-in that says what a server would of so many."""

import random
from functools import cache
from time import monotonic
from urllib.parse import parse_qs, urlsplit

from msgspec.structs import replace
from playwright.async_api import Route, WebSocketRoute

from gaprace.play.crowd import Roster, best_of
from gaprace.play.visibility import acted, published_view
from gaprace.rules.actions import parse_action
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.wire import (
    MAX_LEADERS,
    MAX_LISTED,
    MAX_NEIGHBOURS,
    Act,
    Browse,
    Finished,
    GameView,
    Hello,
    Leaders,
    Look,
    Looked,
    Member,
    Message,
    Nearby,
    Own,
    Ping,
    Pong,
    Present,
    RaceView,
    RoomView,
    Row,
    Seat,
    Settings,
    Standing,
    Started,
    VariantChoice,
    Welcome,
    You,
    decode_command,
    encode,
)
from gaprace.wire.http import RaceStandings
from tests.browser.guest import EASY_DEAL, EASY_WIN, Guest
from tests.browser.race_scene import ME, NAMES

STARTS_AT, LIMIT_MS = 900_000, 20 * 60_000
DEAL = Deal(VARIANTS["mini"], EASY_DEAL, bytes(32))


@cache
def _after(moves: int) -> Game:
    """The game after the first moves of the line that wins."""
    if not moves:
        return Game.start(DEAL)
    return _after(moves - 1).after(EASY_WIN[moves - 1], 1000 * moves)


class _Published:
    """A game as delayed viewers see it: what `published_view` reads."""

    is_end_published = is_hinted = has_ended = False

    def __init__(self, seat: Seat, game: Game) -> None:
        self.seat, self.committed, self.published = seat, game, game


class CrowdScene:
    """All follow the same line of moves, each as fast as chance will have it; the first player may be the guest."""

    def __init__(
        self, players: int = 2_000, *, watches: bool = False, racing: bool = True, hosts: bool = False
    ) -> None:
        """Take the number of players; whether the guest is a spectator, whether the race has begun, who is the host."""
        self.random = random.Random(players)
        self.watches, self.racing, self.hosts = watches, racing, hosts
        ids = ["p0" if watches else ME, *(f"{number:016x}" for number in range(1, players))]
        names = ["Your Name", *(f"{NAMES[number % len(NAMES)]} {number}" for number in range(1, players))]
        self.members = [
            Member(each, name, ready=number % 5 > 0, cohost=number == players - 2, sits_out=number == players - 1)
            for number, (each, name) in enumerate(zip(ids, names, strict=True))
        ]
        self.seats = [Seat(each.id, f"game {each.id}", each.name) for each in self.members if not each.sits_out]
        self.moves = [min(len(EASY_WIN) - 2, int(self.random.expovariate(0.25))) for _ in self.seats]
        self.reached = [self.random.randrange(1000, 60_000) for _ in self.seats]
        self.mine = Game.start(DEAL)
        self.moves[0] = 0
        self.standings: list[Standing] | None = None
        self.looked: list[str] = []
        self.commands: list[object] = []
        self.route: WebSocketRoute | None = None
        self._opened_at = monotonic()

    async def open(self, guest: Guest, path: str = "") -> None:
        """Show the room as it is now to a guest who is in one, or at an address."""
        await guest.page.route_web_socket("**/ws/rooms/*", self._serve)
        await guest.page.route("**/api/v1/races/race/standings?*", self._show_standings)
        self._opened_at = monotonic()
        await (guest.open(path) if path else guest.page.reload())

    def send(self, message: Message) -> None:
        assert self.route
        self.route.send(encode(message).decode())

    # What happens

    def play(self, number: int, moves: int = 1) -> None:
        """Let a player make the next moves."""
        game = self.seats[number].game
        for _ in range(min(moves, len(EASY_WIN) - self.moves[number])):
            self.moves[number] += 1
            self.reached[number] = self._race_ms
            if self.route and game in self.looked:
                self.send(acted(game, self._game(number)))

    def bustle(self, count: int = 60) -> None:
        """Let some players make a move each, and send what is heard of it."""
        for number in self.random.choices(range(1, len(self.seats)), k=count):
            if self.moves[number] < len(EASY_WIN) - 1:
                self.play(number)
        self.tick()

    def locked(self, number: int) -> int:
        return self._game(number).locked

    def tick(self) -> None:
        leaders, nearby = self._told()
        self.send(leaders)
        if nearby:
            self.send(nearby)

    def end(self) -> None:
        """Let the race end."""
        self.standings = [self._standing(row) for row in self._rows()]
        if not self.watches:
            self.send(self._own())
        self.send(Finished("race", best_of(self.standings) or []))

    # What is said

    def _serve(self, route: WebSocketRoute) -> None:
        self.route = route
        route.on_message(lambda text: self._answer(route, decode_command(str(text).encode())))

    def _answer(self, route: WebSocketRoute, command: object) -> None:
        self.commands.append(command)
        match command:
            case Hello():
                self.send(self._welcome())
            case Ping(sent):
                self.send(Pong(sent, STARTS_AT + self._race_ms))
            case Act(n=n, action=action) if n == self.mine.number + 1:
                self.mine = self.mine.after(parse_action(action), self._race_ms)
                self.send(acted(self.seats[0].game, self.mine))
                self.moves[0], self.reached[0] = self.mine.moves, self._race_ms
            case Browse():
                self.send(Roster(self._room()).listed(command, {each.id for each in self.members[::2]}))
            case Look(games):
                self.looked = [game for game in games if game != self.seats[0].game]
                self.send(Looked(self._views()))

    async def _show_standings(self, route: Route) -> None:
        query = parse_qs(urlsplit(route.request.url).query)
        offset, text = int(query["offset"][0]), query.get("text", [""])[0]
        found = [each for each in self.standings or [] if text.casefold() in each.name.casefold()]
        own = None if self.watches else next((each for each in self.standings or [] if each.player == ME), None)
        page = RaceStandings(len(found), offset, text, found[offset : offset + MAX_LISTED], own)
        await route.fulfill(body=encode(page), content_type="application/json")

    @property
    def _race_ms(self) -> int:
        return 60_000 + round(1000 * (monotonic() - self._opened_at))

    def _room(self) -> RoomView:
        choice = VariantChoice("mini")
        race = RaceView(
            "race", 1, choice, "", STARTS_AT, STARTS_AT + LIMIT_MS, self.seats, ranked=True, standings=self.standings
        )
        host = self.members[0].id if self.hosts else self.members[-1].id
        settings = Settings(choice, seats=2_000)
        return RoomView("ROOM", 1, settings, host, self.members, race=race if self.racing else None)

    def _welcome(self) -> Welcome:
        room = self._room()
        roster = Roster(room)
        present = {each.id for each in self.members[::2]}
        leaders, nearby = self._told() if self.racing else (None, None)
        mine = [] if self.watches or not self.racing else [published_view(_Published(self.seats[0], self.mine))]
        self.looked = []
        return Welcome(
            You("eve" if self.watches else ME, "Your Name", seated=not self.watches),
            roster.excerpt(present),
            STARTS_AT + self._race_ms,
            Present([each.id for each in self.members[-2:]], 12),
            epoch=0,
            games=mine,
            started=Started("race", DEAL.code, DEAL.opening().text) if self.racing else None,
            own=None if self.watches else self._own(),
            leaders=leaders,
            nearby=nearby,
        )

    def _own(self) -> Own:
        standing = next((each for each in self.standings or [] if each.player == ME), None)
        return replace(Roster(self._room()).own(ME), standing=standing)

    def _told(self) -> tuple[Leaders, Nearby | None]:
        rows = self._rows()
        leaders = Leaders("race", rows[:MAX_LEADERS])
        if self.watches:
            return leaders, None
        at = next(i for i, row in enumerate(rows) if row.player == ME)
        near = rows[max(0, at - MAX_NEIGHBOURS) : at + MAX_NEIGHBOURS + 1]
        return leaders, Nearby("race", rows[at].rank, near)

    def _rows(self) -> list[Row]:
        """All games, best first; no two are equal."""
        order = sorted(range(len(self.seats)), key=self._key)
        return [self._row(number, rank) for rank, number in enumerate(order, 1)]

    def _key(self, number: int) -> tuple[bool, int, int]:
        return not self.moves[number], -self._game(number).locked, self.reached[number]

    def _row(self, number: int, rank: int) -> Row:
        seat, game = self.seats[number], self._game(number)
        return Row(
            rank,
            seat.player,
            seat.name,
            seat.game,
            game.number,
            game.locked,
            game.moves,
            game.shuffles,
            reached_ms=self.reached[number],
            ended=game.is_won,
            won=game.is_won,
        )

    def _game(self, number: int) -> Game:
        return self.mine if not number and not self.watches else _after(self.moves[number])

    def _views(self) -> list[GameView]:
        numbers = [number for number, seat in enumerate(self.seats) if seat.game in self.looked]
        return [published_view(_Published(self.seats[number], self._game(number))) for number in numbers]

    @staticmethod
    def _standing(row: Row) -> Standing:
        return Standing(
            player=row.player,
            name=row.name,
            game=row.game,
            rank=row.rank,
            won=row.won,
            locked=row.locked,
            score=row.locked,
            moves=row.moves,
            shuffles=row.shuffles,
            time_ms=row.reached_ms + 5000,
            reached_ms=row.reached_ms,
        )
