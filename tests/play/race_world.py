"""A world for the race machine without an event loop: a model store, processes over it, clients, a bus and a clock.

Whatever can wait in the real world waits here until a step lets it happen: writes and their answers, reads, messages
of peers, timers. Each message is held against what its receiver may know, at the moment when it is sent.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from gaprace.bot.room_replica import RoomReplica
from gaprace.errors import Refusal
from gaprace.play.live.effects import (
    Append,
    EndGame,
    EndRace,
    FindHint,
    MarkHinted,
    RacePeerEvent,
    Reload,
    Reply,
    Send,
    SetTimer,
    Share,
    VisibilityChanged,
)
from gaprace.play.live.live_game import LiveGame
from gaprace.play.live.race import LiveRace
from gaprace.play.live.race_facts import RaceFacts, StoredMark, StoredState
from gaprace.play.standings import Played, race_rank, race_standings
from gaprace.ports import StoredPlayer
from gaprace.rooms.broadcast import TICK_MS, Connections
from gaprace.rooms.connection import Encoded, Subscriber
from gaprace.rules.actions import ControlAction, action_text, parse_action
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.solver.answers import Advice
from gaprace.wire import (
    Act,
    Acted,
    Bye,
    Event,
    GameView,
    Present,
    RaceView,
    Refused,
    RoomView,
    Seat,
    Settings,
    Snapshot,
    Started,
    VariantChoice,
    Welcome,
    You,
    decode_event,
)
from tests.metrics import NoMetrics

PLAYERS = ("ann", "bob")
SEATS = [Seat(player, f"game of {player}") for player in PLAYERS]
DEAL = Deal(VARIANTS["mini"], "0123456789", bytes(32))
STARTS_AT, ENDS_AT = 1_000_000, 1_060_000
VIEW = RaceView("race", 1, VariantChoice("mini"), DEAL.commitment, STARTS_AT, ENDS_AT, SEATS, ranked=True)
ROOM = RoomView("ROOM", 1, Settings(), "ann", [], race=VIEW)


@dataclass
class StoredLog:
    """A game in the model store."""

    actions: list[tuple[str, int]] = field(default_factory=list)
    ended_at: int | None = None
    is_hinted: bool = False

    @property
    def has_ended(self) -> bool:
        return self.ended_at is not None

    @property
    def game(self) -> Game:
        game = Game.start(DEAL)
        for text, ms in self.actions:
            game = game.after(parse_action(text), ms)
        return game


class Client:
    """A connection, with the picture that its messages make and the actions that it is still waiting for."""

    def __init__(self, process: "Process", player: str, *, is_seated: bool) -> None:
        self.process = process
        self.player = StoredPlayer(player, player, 1, "", 0)
        self.replica = RoomReplica()
        self.unanswered: list[Act] = []
        self.subscriber = Subscriber(self, self.welcome, is_seated=is_seated)

    def welcome(self, subscriber: Subscriber) -> None:
        self.process.connections.reply(subscriber, self.fresh())

    def fresh(self) -> Welcome:
        started, games = self.process.race.snapshot_for(self.subscriber)
        you = You(self.player.id, self.player.id, self.subscriber.is_seated)
        return Welcome(you, ROOM, 0, Present([], 0), 0, games, started)

    def send(self, message: Encoded) -> bool:
        if self not in self.process.clients:
            return True  # it has gone
        for each in message if isinstance(message, tuple) else (message,):
            self.hear(decode_event(each))
        return True

    def hear(self, event: Event) -> None:
        self.process.insist_may_see(self, event)
        self.replica.apply(event)
        self.unanswered = [act for act in self.unanswered if not is_answer(event, act)]

    def close(self, bye: Bye) -> None:
        raise AssertionError(bye)

    def when_drained(self, call: object) -> None:
        raise AssertionError


def is_answer(event: Event, act: Act) -> bool:
    match event:
        case Acted():
            return (event.game, event.n, event.action) == (act.game, act.n, act.action)
        case Refused():
            return event.n == act.n
    return False


class Process:
    """One process that serves the race. Its queues hold what has been asked for and has not happened yet."""

    def __init__(self, world: "World") -> None:
        self.world = world
        games = [
            StoredState(seat, log.game, log.ended_at, log.is_hinted)
            for seat, log in zip(SEATS, world.store.values(), strict=True)
        ]
        facts = RaceFacts("race", DEAL, STARTS_AT, ENDS_AT, world.settings, world.delay_ms)
        self.race = LiveRace(facts, games, is_over=world.is_race_over)
        self.ticks: list[Callable[[], None]] = []
        """What happens at the end of the ticks that run, and between two slices."""
        self.connections = Connections(
            NoMetrics(), self.ticks.append, self.ticks.append, world.min_tick_receivers, max_slice=1
        )
        self.clients: list[Client] = []
        self.journal: deque[Append] = deque()
        self.answers: deque[tuple[Append, bool]] = deque()
        """Outcomes of writes that have not been reported: (action, whether it was stored)."""
        self.work: list[Reload | EndGame | FindHint | MarkHinted] = []
        self.read: list[StoredState] = []
        """What was read from the store, and has not arrived."""
        self.timers: list[SetTimer] = []
        self.inbox: list[RacePeerEvent] = []
        self.race_ends = 0
        self.carry_out()

    # The shell

    def carry_out(self) -> None:  # noqa: C901 - one line an effect
        for effect in self.race.drain():
            match effect:
                case Append():
                    self.journal.append(effect)
                case Send():
                    self.connections.send(effect)
                case Reply(viewer, event):
                    assert isinstance(viewer, Subscriber)
                    self.connections.reply(viewer, event)
                case Share(event):
                    for peer in self.world.processes:
                        if peer is not self:
                            peer.inbox.append(event)
                case VisibilityChanged():
                    self.connections.assign(self.race)
                case SetTimer():
                    self.timers.append(effect)
                case EndRace():
                    self.race_ends += 1
                    assert self.race_ends == 1, "a race ends once"
                    assert all(log.has_ended for log in self.world.store.values()), "a race ends after its games"
                case Reload() | EndGame() | FindHint() | MarkHinted():
                    self.work.append(effect)

    def enter(self, player: str, *, is_seated: bool) -> None:
        client = Client(self, player, is_seated=is_seated)
        self.clients.append(client)
        self.connections.add(client.subscriber, self.race)
        client.welcome(client.subscriber)

    def leave(self, client: Client) -> None:
        self.clients.remove(client)
        self.connections.remove(client)

    def end_ticks(self) -> None:
        """Let the ticks end that run, and those that begin then."""
        while self.ticks:
            self.ticks.pop(0)()

    @property
    def present(self) -> set[str]:
        return self.connections.present

    # What must hold of every message

    def insist_may_see(self, client: Client, event: Event) -> None:
        match event:
            case Acted(game=game, n=n, action=action):
                assert self.world.store[game].actions[n - 1][0] == action, "nothing is sent that is not stored"
                self.insist_may_see_board(client, game, n)
            case Snapshot(view) | Refused(game=GameView() as view):
                self.insist_may_see_view(client, view)
            case Welcome(games=games):
                for view in games:
                    self.insist_may_see_view(client, view)
            case Started():
                delay = 0 if client.subscriber.is_seated or self.race.is_over else self.world.delay_ms
                assert self.world.now >= STARTS_AT + delay, "the layout is sent to nobody before its time"

    def insist_may_see_view(self, client: Client, view: GameView) -> None:
        assert view.n <= len(self.world.store[view.game].actions), "nothing is sent that is not stored"
        if view.board is not None:
            self.insist_may_see_board(client, view.game, view.n)

    def insist_may_see_board(self, client: Client, game_id: str, n: int) -> None:
        """Decide in another way than `play.live.visibility` whether a board may be seen."""
        player, is_seated = client.player.id, client.subscriber.is_seated
        own = is_seated and self.race.games[game_id].seat.player == player
        plays = is_seated and not self.race.is_over and not self.race.games[f"game of {player}"].has_ended
        if own or n == 0 or self.race.is_over or (is_seated and self.world.settings.boards_open):
            return
        assert not plays, "no board is sent to a rival"
        shown_at = STARTS_AT + self.world.store[game_id].actions[n - 1][1] + self.world.delay_ms
        assert self.world.now >= shown_at, "no board is sent before its time"


class World:
    """A store and the processes over it."""

    def __init__(self, random: Random, processes: int, *, boards_open: bool, delay_ms: int, ticks: bool) -> None:
        self.random = random
        self.min_tick_receivers = 1 if ticks else 1_000
        self.now = STARTS_AT - 3_000
        self.settings, self.delay_ms = Settings(boards_open=boards_open, lap_s=None), delay_ms
        self.store = {seat.game: StoredLog() for seat in SEATS}
        self.is_race_over = False
        self.processes: list[Process] = []
        for _ in range(processes):
            self.processes.append(Process(self))
        for process in self.processes:
            process.race.begin(self.now)
            process.carry_out()
        for number, player in enumerate(PLAYERS):
            self.processes[number % processes].enter(player, is_seated=True)
        self.processes[0].enter("cho", is_seated=False)

    # Steps

    def take(self, step: str) -> None:
        process = self.random.choice(self.processes)
        getattr(self, step.replace(" ", "_"))(process)
        process.carry_out()

    def enter(self, process: Process) -> None:
        player = self.random.choice([*PLAYERS, "cho"])
        process.enter(player, is_seated=player in PLAYERS)

    def go(self, process: Process) -> None:
        if process.clients:
            process.leave(self.random.choice(process.clients))

    def act(self, process: Process) -> None:
        """Act as a client does that has seen everything, or one that sends several actions at once."""
        client, game = self._player(process)
        if client and game:
            before = self.random.choice([game.committed, game.accepted])
            moves = before.legal_moves()
            others = [ControlAction.SHUFFLE, ControlAction.UNDO, ControlAction.REDO]
            action = self.random.choice(moves if moves and self.random.random() < 0.8 else others)
            self._send(client, Act(game.id, before.number + 1, action_text(action)))

    def bad_act(self, process: Process) -> None:
        client, game = self._player(process)
        if client and game:
            n = max(1, game.committed.number + self.random.randint(-1, 3))
            self._send(client, Act(game.id, n, self.random.choice(["KS@0", "fly", "2C@9", "redo"])))

    def resend(self, process: Process) -> None:
        client, game = self._player(process)
        if client and game and game.committed.number:
            n = self.random.randint(1, game.committed.number)
            self._send(client, Act(game.id, n, action_text(game.committed.actions[n - 1].action)))

    def resign(self, process: Process) -> None:
        client, game = self._player(process)
        if client and game:
            self._send(client, Act(game.id, game.accepted.number + 1, "resign"))

    def quit(self, process: Process) -> None:
        process.race.resign(self.random.choice(PLAYERS), self.now)

    def hint(self, process: Process) -> None:
        client, game = self._player(process)
        if client and game and self.now >= STARTS_AT:
            process.race.hint(client.subscriber, game.id, self.now)

    def write(self, process: Process) -> None:
        """Write a group to the store: at once, as a transaction."""
        self._write(process, loses_answer=False)

    def write_and_lose_the_answer(self, process: Process) -> None:
        """Write a group, which is written once more since its answer is lost."""
        self._write(process, loses_answer=True)

    def report(self, process: Process) -> None:
        """Report a written group, and with a refused action all that follow it, as the journal does."""
        while process.answers:
            append, is_stored = process.answers.popleft()
            if is_stored:
                process.race.stored(append.game, append.n, self.now)
            else:
                process.race.refused(append.game, append.n, self.now)
                followers = [each for each in process.journal if each.game == append.game]
                if not any(answer[0].game == append.game for answer in process.answers):
                    for follower in followers:
                        process.journal.remove(follower)
                        process.race.refused(follower.game, follower.n, self.now)
            process.carry_out()

    def work(self, process: Process) -> None:
        if process.work:
            self._work(process, process.work.pop(self.random.randrange(len(process.work))))

    def read_arrives(self, process: Process) -> None:
        if process.read:
            process.race.loaded(process.read.pop(0), self.now)

    def hear(self, process: Process) -> None:
        if process.inbox:
            process.race.hear(process.inbox.pop(0), self.now)

    def hear_out_of_order(self, process: Process) -> None:
        self.random.shuffle(process.inbox)
        self.hear(process)

    def hear_twice(self, process: Process) -> None:
        if process.inbox:
            process.race.hear(process.inbox[0], self.now)

    def lose(self, process: Process) -> None:
        process.inbox.clear()

    def compare(self, process: Process) -> None:
        for game_id, log in self.store.items():
            n = 0 if log.has_ended else len(log.actions)
            process.race.compare(StoredMark(game_id, n, log.has_ended, log.is_hinted), self.now)
            process.carry_out()

    def restart(self, process: Process) -> None:
        """Replace a process that was killed by one that reads everything from the store."""
        self.processes.remove(process)
        fresh = Process(self)
        self.processes.append(fresh)
        fresh.race.resume(self.now)
        fresh.carry_out()

    def wait(self, process: Process) -> None:
        self._advance(self.random.choice([10, 700, 2_000]))

    def wait_for_the_start(self, process: Process) -> None:
        self._advance(max(0, STARTS_AT - self.now))

    def wait_for_the_limit(self, process: Process) -> None:
        self._advance(max(0, ENDS_AT - self.now))

    # What steps are made of

    def _player(self, process: Process) -> tuple[Client | None, LiveGame | None]:
        clients = [client for client in process.clients if client.subscriber.is_seated]
        if not clients:
            return None, None
        client = self.random.choice(clients)
        return client, process.race.games[f"game of {client.player.id}"]

    def _send(self, client: Client, act: Act) -> None:
        client.unanswered.append(act)
        try:
            client.process.race.act(client.subscriber, act, self.now)
        except Refusal:
            client.unanswered.remove(act)  # which is answered by the room

    def _write(self, process: Process, *, loses_answer: bool) -> None:
        if process.answers:
            return
        group = [process.journal[at] for at in range(self.random.randint(0, len(process.journal)))]
        if loses_answer:
            self._store(group)
        outcomes = self._store(group)
        for append, is_stored in zip(group, outcomes, strict=True):
            process.journal.popleft()
            process.answers.append((append, is_stored))

    def _store(self, group: list[Append]) -> list[bool]:
        refused: set[str] = set()
        return [self._store_one(append, refused) for append in group]

    def _store_one(self, append: Append, refused: set[str]) -> bool:
        log = self.store[append.game]
        if log.has_ended or append.n <= len(log.actions) or append.game in refused:
            refused.add(append.game)
            return False
        assert append.n == len(log.actions) + 1, "the numbers of a game have no gap"
        log.actions.append((append.action, append.ms))
        assert log.game.time_ms == append.ms <= self.now - STARTS_AT
        return True

    def _work(self, process: Process, effect: Reload | EndGame | FindHint | MarkHinted) -> None:
        match effect:
            case Reload(game_id):
                log = self.store[game_id]
                seat = process.race.games[game_id].seat
                process.read.append(StoredState(seat, log.game, log.ended_at, log.is_hinted))
            case EndGame(game_id, final):
                log = self.store[game_id]
                if not log.has_ended and len(log.actions) == final.number:
                    assert log.game == final
                    log.ended_at = self.now
                    assert final.is_ended or self.now >= ENDS_AT, "a game ends by an action, or by the clock"
                    if self.random.random() < 0.8:
                        process.race.end_stored(game_id, self.now)
                        return
                process.race.end_refused(game_id, self.now)
            case FindHint(board=board):
                moves = board.legal_moves()
                process.race.advised(effect, Advice(moves[0], "moves") if moves else None)
            case MarkHinted(hinted):
                self.store[hinted.game].is_hinted |= not self.store[hinted.game].has_ended
                process.race.hint_stored(effect)

    def _advance(self, ms: int) -> None:
        self.now += ms
        for process in self.processes:
            if ms >= TICK_MS:
                process.end_ticks()
            remote = {player for each in self.processes for player in each.present} - process.present
            due = sorted((timer for timer in process.timers if timer.at <= self.now), key=lambda timer: timer.at)
            process.timers = [timer for timer in process.timers if timer.at > self.now]
            for timer in due:
                process.race.timer_due(timer, self.now, remote)
                process.carry_out()

    # What must hold after every step

    def check(self) -> None:
        for process in self.processes:
            if self.random.random() < 0.5:
                process.end_ticks()
            for client in process.clients if not process.ticks else ():
                fresh = RoomReplica()
                fresh.apply(client.fresh())
                assert client.replica.started == fresh.started
                assert client.replica.games == fresh.games, "snapshot and events add up to a fresh snapshot"
                assert client.replica.boards == fresh.boards
                self.check_order(process, client)
            for game in process.race.games.values():
                self.check_cursors(game)

    def check_order(self, process: Process, client: Client) -> None:
        """The order that a viewer sees is that of the standings of all games as far as the viewer may know them."""
        race, seen = process.race, client.replica.games.values()
        is_live = client.subscriber.is_seated and (race.settings.boards_open or race.is_running_for(client.player.id))
        games = [
            game.committed if is_live or game.seat.player == client.player.id else game.published
            for game in race.games.values()
        ]
        ended = [Played(game.seat, "", far) for game, far in zip(race.games.values(), games, strict=True)]
        expected = {each.game: each.rank for each in race_standings(ended)}
        ranks = sorted(race_rank(view) for view in seen)
        assert {view.game: 1 + ranks.index(race_rank(view)) for view in seen} in ({}, expected)

    def check_cursors(self, game: LiveGame) -> None:
        accepted, committed, published = game.accepted, game.committed, game.published
        assert accepted.actions[: committed.number] == committed.actions
        assert committed.actions[: published.number] == published.actions

    def settle(self) -> None:
        """Let everything happen that was asked for, lose nothing more, and let the time run out."""
        self._advance(max(0, ENDS_AT - self.now))
        for _ in range(40):
            for process in self.processes:
                for step in ("write", "report", "hear", "compare"):
                    getattr(self, step)(process)
                    process.carry_out()
                while process.work or process.read:
                    self.work(process)
                    process.carry_out()
                    self.read_arrives(process)
                    process.carry_out()
            self._advance(500)
            for process in self.processes:
                process.end_ticks()
            self.check()

    def check_end(self) -> None:
        """After `settle`: every process has come to the truth, and the race has ended."""
        for process in self.processes:
            for game_id, log in self.store.items():
                game = process.race.games[game_id]
                assert game.has_ended
                assert game.committed == log.game
            assert process.race_ends == 1
            assert [client.unanswered for client in process.clients] == [[] for _ in process.clients]
            process.race.close()
            process.carry_out()
            process.end_ticks()
        self.check()
