"""Moderation: decisions, which are stored together with their immediate effects, and the players' view of them."""

import dataclasses as dc
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from gaprace.errors import Disconnected, Refusal
from gaprace.moderation.examinations import Examinations
from gaprace.moderation.void_results import set_void
from gaprace.people.accounts import network_mark, session_not_found, shown_session
from gaprace.play.people.moderation import FOREVER, LIFTABLE, RENAMES, SANCTIONS, Sanction, ends_at, refuse_incomplete
from gaprace.play.people.names import DEFAULT_NAMES, DELETED, default_name, read_name, tag_of
from gaprace.ports import Clock, Store, StoredPlayer, Transaction, Voiding
from gaprace.rooms.registry import RoomRegistry
from gaprace.wire.http import Decision, DecisionList, NewDecision, PlayerFile, PlayerFileList
from gaprace.wire.paging import Number, PageQuery, Word, next_cursor

PAGE_SIZE = 50
"""Decisions on a page."""
MAX_FOUND = 20
"""Players that a search finds."""
_ID_BYTES = 8


class _Moment(NamedTuple):
    """The key of a decision in the log."""

    at: Number
    id: Word


class Moderation:
    """Carries out decisions, and shows them."""

    def __init__(self, store: Store, clock: Clock, rooms: RoomRegistry, examinations: Examinations) -> None:
        self._store, self._clock, self._rooms = store, clock, rooms
        self._examinations = examinations

    # Decisions

    async def decide(self, moderator: str, new: NewDecision) -> Decision:
        """Carry out a decision. Leaderboards change at once, ratings in the background.

        For a ban, and for a lifted one, all results of the player also change in the background. Dismissing a report
        clears the flags of its game.
        """
        refuse_incomplete(new)
        earlier = await self._to_lift(new) if new.decision else None
        decision = await self._drafted(moderator, new, earlier)

        async def work(tx: Transaction) -> None:
            await tx.add_decision(decision, new.reports)
            if earlier:
                await self._lift(tx, earlier)
            else:
                await self._carry_out(tx, decision)

        cleared = await self._games_to_clear(new)
        await self._store.transact(work)
        for game in cleared:
            await self._examinations.clear(game, moderator)
        if decision.action == "erase":
            await self._store.delete_player(decision.player or "", DELETED, decision.at)
        await self._let_know(earlier or decision)
        return (await self._shown([decision]))[0]

    async def _games_to_clear(self, new: NewDecision) -> list[str]:
        """Return the games whose flags are dismissed, if they have any."""
        if new.action != "dismiss":
            return []
        about = [report.game for report in await self._store.reports(new.reports)]
        return sorted({game for game in (new.game, *about) if game})

    async def _to_lift(self, new: NewDecision) -> Decision:
        earlier = await self._store.decision(new.decision or "")
        if earlier is None:
            raise Refusal("decision_not_found", "There is no such decision: gaprace admin log shows them.")
        if earlier.action not in LIFTABLE:
            raise Refusal("bad_decision", f"The action {earlier.action} has no effect that could be lifted.")
        if earlier.lifted_at is not None:
            raise Refusal("bad_decision", "This decision has been lifted already.")
        return earlier

    async def _drafted(self, moderator: str, new: NewDecision, earlier: Decision | None) -> Decision:
        now = self._clock.now()
        return Decision(
            id=secrets.token_hex(_ID_BYTES),
            at=now,
            moderator=moderator,
            action=new.action,
            reason=new.reason.strip(),
            player=earlier.player if earlier else await self._concerned(new),
            game=earlier.game if earlier else new.game,
            room=new.room,
            group=new.group,
            until=None if earlier else ends_at(new, now),
            detail=_detail(new),
        )

    async def _concerned(self, new: NewDecision) -> str | None:
        """Return the player whom a decision concerns, if there is one."""
        if new.action in {"void", "dismiss"} and new.game:
            found = await self._store.finished_game(new.game)
            if found is None:
                raise Refusal("does_not_count", "There is no such finished game: look at its address, /g/ID.")
            return found[0].player if new.action == "void" else None
        if new.room and not await self._rooms.exists(new.room):
            raise Refusal("room_not_found", "There is no such room. It may have closed already.")
        if new.group:
            return await self._owner_of(new.group)
        if new.player is None:
            return None
        player = await self._store.player(new.player)
        if player is None or player.deleted_at is not None:
            raise Refusal("player_not_found", "There is no such player: gaprace admin players NAME finds ids.")
        return player.id

    async def _owner_of(self, code: str) -> str | None:
        group = await self._store.group(code)
        if group is None or group.code != code:
            raise Refusal("group_not_found", "There is no such group. Reports name its code.")
        owners = [each.player for each in await self._store.memberships(code) if each.role == "owner"]
        return owners[0] if owners else None

    async def _carry_out(self, tx: Transaction, decision: Decision) -> None:
        player = decision.player or ""
        if decision.action in SANCTIONS:
            await _sanction(tx, player, SANCTIONS[decision.action])
        match decision.action:
            case "rename":
                await tx.rename_player(player, decision.detail)
            case "ban":
                await tx.add_voiding(Voiding(decision.id, player, restores=False))
            case "void":
                await _void(tx, decision)
            case "rename_group":
                group = await tx.lock_group(decision.group or "")
                if group:
                    await tx.save_group(dc.replace(group, name=decision.detail, name_fixed_until=decision.until))
            case "sign_out":
                if not await tx.end_session(player, decision.detail, decision.at):
                    raise session_not_found()
            case "ban_address":
                await _ban_networks(tx, decision)

    async def _lift(self, tx: Transaction, earlier: Decision) -> None:
        """Undo the effects of an earlier decision."""
        if not await tx.lift_decision(earlier.id, self._clock.now()):
            raise Refusal("bad_decision", "This decision has been lifted already.")
        if earlier.action in SANCTIONS:
            await _sanction(tx, earlier.player or "", SANCTIONS[earlier.action])
        if earlier.action == "ban":
            await tx.add_voiding(Voiding(earlier.id, earlier.player or "", restores=True))
        if earlier.action == "ban_address":
            await tx.unban_networks(earlier.id)
        if earlier.action == "void":
            await set_void(tx, await tx.void_games(earlier.id, 1), None)

    async def _let_know(self, decision: Decision) -> None:
        """Show the effects of a decision, or of lifting it, in all rooms."""
        match decision.action:
            case "rename":
                player = await self._store.player(decision.player or "")
                if player:
                    await self._rooms.renamed(player)
            case "suspend" | "ban":
                await self._rooms.suspended(decision.player or "")
            case "sign_out":
                await self._rooms.recovered(decision.player or "")
            case "erase":
                await self._rooms.deleted(decision.player or "")
            case "announce":
                await self._rooms.announced()
            case "close_room":
                with suppress(Disconnected):  # it has closed meanwhile
                    await self._rooms.shut(decision.room or "")

    # Pages of moderators

    async def log(self, query: PageQuery) -> DecisionList:
        """Return a page of all decisions, the latest first."""
        stored = await self._store.decisions(query.limit + 1, query.key(_Moment))
        shown = await self._shown(stored[: query.limit])
        return DecisionList(shown, next_cursor(stored, query.limit, lambda last: (last.at, last.id)))

    async def find(self, text: str) -> PlayerFileList:
        """Return the players of a name, of a name with a tag (`Quiet Fox#7K2Q`), or of an id."""
        by_id = await self._store.player(text)
        name, is_tagged, tag = text.rpartition("#")
        found = [by_id] if by_id else await self._store.find_players(name if is_tagged else text, MAX_FOUND)
        wanted = [each for each in found if not is_tagged or tag_of(each.id) == tag.upper()]
        return PlayerFileList([await self._file_of(each) for each in wanted])

    async def _file_of(self, player: StoredPlayer) -> PlayerFile:
        return PlayerFile(
            id=player.id,
            name=player.name,
            tag=tag_of(player.id),
            decisions=await self._shown(await self._store.decisions(PAGE_SIZE, player=player.id)),
            sessions=[
                replace(shown_session(each), network=network_mark(each))
                for each in await self._store.open_sessions(player.id)
            ],
        )

    async def _shown(self, stored: Sequence[Decision]) -> list[Decision]:
        names = await self._store.names([*{each.player for each in stored if each.player}])
        return [replace(each, name=names.get(each.player or "", "")) for each in stored]

    # Pages of the player concerned

    async def decisions_about(self, player: StoredPlayer) -> DecisionList:
        """Return the decisions about a player with their reasons, the latest first, without the moderators' names."""
        stored = await self._store.decisions(PAGE_SIZE, player=player.id)
        return DecisionList([own_decision(each, player.name) for each in stored])

    async def count_unread(self, player: StoredPlayer) -> int:
        """Return the number of decisions about a player that the player has not read."""
        return await self._store.count_unread_decisions(player.id)

    async def announcement(self) -> str:
        """Return the current announcement; empty if there is none."""
        found = await self._store.announcement(self._clock.now())
        return found.detail if found else ""

    async def read(self, player: StoredPlayer, decision_id: str) -> None:
        """Note that a player has read a decision."""
        await self._own(player, decision_id)
        await self._store.read_decision(decision_id, self._clock.now())

    async def answer(self, player: StoredPlayer, decision_id: str, text: str) -> None:
        """Store a player's one answer to a decision. Raises `already_answered`."""
        await self._own(player, decision_id)
        if not await self._store.answer_decision(decision_id, text.strip(), self._clock.now()):
            raise Refusal("already_answered", "You have answered this decision. The moderators read it.")

    async def _own(self, player: StoredPlayer, decision_id: str) -> None:
        decision = await self._store.decision(decision_id)
        if decision is None or decision.player != player.id:
            raise Refusal("decision_not_found", "There is no such decision about you: reload the page.")


async def _sanction(tx: Transaction, player: str, sanction: Sanction) -> None:
    """Keep a player from something for as long as one of the decisions that are not lifted holds."""
    standing = await tx.standing_decisions(player)
    ends = [each.until or FOREVER for each in standing if SANCTIONS.get(each.action) == sanction]
    await tx.sanction(player, sanction, max(ends, default=None))


async def _void(tx: Transaction, decision: Decision) -> None:
    game = await tx.countable_game(decision.game or "")
    if game is None:
        raise Refusal("does_not_count", "This game does not count: it is practice, or already void.")
    await set_void(tx, [game], decision.id)


async def _ban_networks(tx: Transaction, decision: Decision) -> None:
    if not await tx.ban_networks(decision.id, decision.player or "", decision.until or decision.at):
        raise Refusal("bad_decision", "The address of this player is not known.")


def _detail(new: NewDecision) -> str:
    if new.action == "sign_out":
        return new.session
    if new.action in RENAMES:
        return read_name(new.name) if new.name else default_name(secrets.randbelow(DEFAULT_NAMES))
    return new.text.strip() if new.action == "announce" else new.decision or ""


def own_decision(stored: Decision, name: str) -> Decision:
    """Return a decision as the player concerned, who has this name, reads it: without the moderator's name."""
    return replace(stored, name=name, moderator="")
