"""The commands of members and spectators, except the most frequent ones, `act` and `ping`."""

from gaprace import wire
from gaprace.errors import Disconnected, Refusal
from gaprace.play.live.hosts import refuse_unless_runs
from gaprace.play.live.room import Change
from gaprace.play.live.settings import checked
from gaprace.play.live.team_choice import with_balanced_teams, with_team
from gaprace.rooms.audience import RoomAudience
from gaprace.rooms.broadcast import Connections
from gaprace.rooms.chat import ChatLog, refuse_line
from gaprace.rooms.connection import Subscriber
from gaprace.rooms.context import RoomContext
from gaprace.rooms.coordinator import RoomCoordinator
from gaprace.rooms.peers import LineSaid, RoomPeers
from gaprace.rooms.refuse_sealed import refuse_sealed_code


class Commands:
    """Carries out the commands in one room."""

    def __init__(  # noqa: PLR0913, PLR0917 (the parts of a room)
        self,
        coordinator: RoomCoordinator,
        chat: ChatLog,
        audience: RoomAudience,
        connections: Connections,
        peers: RoomPeers,
        context: RoomContext,
    ) -> None:
        self._coordinator, self._chat, self._audience = coordinator, chat, audience
        self._connections, self._peers, self._context = connections, peers, context

    async def carry_out(self, subscriber: Subscriber, command: wire.Command) -> None:  # noqa: C901, PLR0912 (one line each)
        """Carry out a command. Raises Refusal, RulesError if the command is refused."""
        match command:
            case wire.Say():
                await self._say(subscriber, command)
            case wire.React():
                self._audience.react(subscriber, command)
            case wire.Seed():
                self._contribute(subscriber, command)
            case wire.Ready():
                await self._ready(subscriber, ready=command.ready)
            case wire.Start():
                await self._start(subscriber)
            case wire.Rematch():
                await self._rematch(subscriber)
            case wire.SetSettings():
                await self._set(subscriber, command)
            case wire.Mute(player, muted) if not self._coordinator.state.member(player):
                await self._mute_spectator(subscriber, player, muted=muted)
            case wire.Mute() | wire.AddBot() | wire.Cohost() | wire.SitOut() | wire.ChooseTeam() | wire.BalanceTeams():
                await self._change(subscriber, _change_of(subscriber.player, command))
            case wire.Kick():
                await self._kick(subscriber, command.player)
            case wire.Hint():
                self._hint(subscriber, command)
            case wire.Leave():
                await self._leave(subscriber)
            case wire.Hello():
                raise Refusal("bad_message", "hello comes once, as the first message.")

    async def _say(self, subscriber: Subscriber, say: wire.Say) -> None:
        if not subscriber.is_seated:
            await self._audience.say(subscriber, say)
            return
        await refuse_line(self._context, self._coordinator.state.view, subscriber.player, say.text)
        member = self._coordinator.state.member(subscriber.player)
        if member is None:
            raise Refusal("not_a_member", "You hold no seat in this room.")
        said = self._chat.say(member, say, self._context.clock.now())
        self._connections.say(said)
        self._peers.send(LineSaid(said))

    async def _mute_spectator(self, subscriber: Subscriber, player: str, *, muted: bool) -> None:
        """Mute somebody without a seat. The room does not change, since players could notice the spectator.

        A host whose game is running cannot do it: the response would tell whether the spectator has written something.
        """
        state = self._coordinator.state
        refuse_unless_runs(state.view, subscriber.player)
        self._audience.refuse_players(subscriber)
        store, has_written = self._context.store, any(line.player == player for line in self._audience.log.lines)
        if (muted and not has_written) or await store.player(player) is None:
            raise Refusal("not_a_member", "You can mute members, and spectators who have written something.")
        await store.set_spectator_muted(state.view.code, player, muted=muted)
        self._coordinator.answer(subscriber)

    async def _ready(self, subscriber: Subscriber, *, ready: bool) -> None:
        _refuse_watching(subscriber)
        await self._change(subscriber, lambda state: state.with_ready(subscriber.player, ready=ready))
        await self._coordinator.start_if_all_ready()

    def _contribute(self, subscriber: Subscriber, seed: wire.Seed) -> None:
        """Accept a seed. The response is the room, changed only if the seed counts."""
        _refuse_watching(subscriber)
        if not self._coordinator.contribute(subscriber.player, seed):
            self._coordinator.answer(subscriber)

    async def _start(self, subscriber: Subscriber) -> None:
        _refuse_watching(subscriber)
        self._coordinator.state.refuse_start(subscriber.player)
        await self._coordinator.start_race()

    async def _rematch(self, subscriber: Subscriber) -> None:
        """Offer or accept a rematch: it starts when two have, without those of the last race who have not."""
        _refuse_watching(subscriber)
        await self._change(subscriber, lambda state: state.with_ready(subscriber.player, ready=True))
        await self._coordinator.start_if_accepted()

    async def _set(self, subscriber: Subscriber, command: wire.SetSettings) -> None:
        settings = checked(command.settings)
        await refuse_sealed_code(self._context.store, self._context.clock.now(), settings.code)
        await self._change(subscriber, lambda state: state.with_settings(subscriber.player, settings))

    async def _kick(self, subscriber: Subscriber, player: str) -> None:
        if player == subscriber.player:
            raise Refusal("not_a_member", "You cannot kick yourself: leave instead.")
        present = self._coordinator.presence.players
        await self._coordinator.change(lambda state: state.with_kicked(subscriber.player, player, present))
        if not self._coordinator.state.plays_on(player):
            self._coordinator.resign(player)

    async def _leave(self, subscriber: Subscriber) -> None:
        if subscriber.is_seated and self._coordinator.state.member(subscriber.player):
            present = self._coordinator.presence.players - {subscriber.player}
            await self._coordinator.change(lambda state: state.left(subscriber.player, present))
        if subscriber.is_seated:
            self._coordinator.resign(subscriber.player)
        raise Disconnected("left")

    def _hint(self, subscriber: Subscriber, command: wire.Hint) -> None:
        if not self._coordinator.state.view.settings.hints:
            raise Refusal("hints_not_allowed", "This room is set to race without hints.")
        if self._coordinator.race is None:
            raise Refusal("no_race", "No race has started in this room.")
        self._coordinator.race.hint(subscriber, command)

    async def _change(self, subscriber: Subscriber, change: Change) -> None:
        """Change the room; the client receives a response even if nothing changes."""
        before = self._coordinator.state.view.version
        await self._coordinator.change(change)
        if self._coordinator.state.view.version == before:
            self._coordinator.answer(subscriber)


def _change_of(
    player: str, command: wire.Mute | wire.AddBot | wire.Cohost | wire.SitOut | wire.ChooseTeam | wire.BalanceTeams
) -> Change:
    """Return the change of the room for a command."""
    match command:
        case wire.AddBot(level):
            return lambda state: state.with_bot(player, level)
        case wire.Mute(other, muted):
            return lambda state: state.with_muted(player, other, muted=muted)
        case wire.Cohost(other, cohost):
            return lambda state: state.with_cohost(player, other, cohost=cohost)
        case wire.SitOut(out):
            return lambda state: state.with_sitting_out(player, out=out)
        case wire.ChooseTeam(team, member):
            return lambda state: with_team(state, player, member or player, team)
        case wire.BalanceTeams():
            return lambda state: with_balanced_teams(state, player)


def _refuse_watching(subscriber: Subscriber) -> None:
    if not subscriber.is_seated:
        raise Refusal("not_a_member", "You are watching this room: join it as a player first.")
