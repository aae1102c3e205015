"""Groups: creating, joining, changing, handing over, leaving, deleting. `play.people.group_roles` has the rights."""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from msgspec import structs

from gaprace.errors import Disconnected, Refusal
from gaprace.events.missed_races import last_missed
from gaprace.groups.access import Access, require_visible_group
from gaprace.groups.dailies import GroupDailies, with_daily
from gaprace.groups.feeds import GroupFeeds
from gaprace.play.people.group_roles import (
    CODE_LENGTH,
    INVITATION_LENGTH,
    MAX_GROUPS,
    SEEN_INTERVAL_MS,
    Membership,
    Step,
    joined,
    member_for,
    no_such_group,
    refuse_removal,
    removed,
    with_role,
)
from gaprace.play.people.moderation import said_until
from gaprace.play.people.names import is_name, read_allowed_name, wrong_name
from gaprace.play.people.words import WordList
from gaprace.ports import Clock, OwnGroup, Store, StoredGroup, StoredPlayer, Transaction
from gaprace.rooms.registry import RoomRegistry
from gaprace.rules.codes import CODE_ALPHABET
from gaprace.wire import PlayerId, http

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class _Change:
    """A group in a transaction that changes it, with everybody in it."""

    tx: Transaction
    group: StoredGroup
    mine: Membership
    everybody: Sequence[Membership]

    def other(self, player: str) -> Membership:
        found = next((each for each in self.everybody if each.player == player), None)
        if found is None:
            raise Refusal("member_not_found", "That player is not in the group: reload the page.")
        return found


class Groups:
    """Changes groups and shows them."""

    def __init__(
        self, store: Store, clock: Clock, rooms: RoomRegistry, feeds: GroupFeeds, words: WordList | None = None
    ) -> None:
        """Keep `words` out of names; those of the built-in list, if it is missing."""
        self._store, self._clock, self._rooms = store, clock, rooms
        self._words = words or WordList.built_in()
        self._feeds, self._dailies = feeds, GroupDailies(store, clock)

    # Showing

    async def view(self, handle: str, player: str | None) -> http.Group:
        """Return a group by its code or its invitation, as a player may see it."""
        return await self._shown(await require_visible_group(self._store, handle, player))

    async def of_player(self, player: str) -> http.GroupList:
        """Return a player's groups, by name."""
        return http.GroupList([_summary(each) for each in await self._store.groups_of(player)])

    async def _shown(self, access: Access) -> http.Group:
        group, mine = access
        everybody = await self._store.memberships(group.code)
        shown = http.Group(
            name=group.name,
            colour=_colour(group),
            private=group.private,
            approval=group.approval,
            size=sum(each.is_member for each in everybody),
            role=mine.role if mine and mine.role != "removed" else None,
        )
        if group.private and shown.role is None:
            return shown
        shown = structs.replace(
            shown,
            code=group.code,
            created_at=group.created_at,
            daily=http.GroupDaily(group.daily_variant or "", group.daily_zone, group.daily_hour),
            divisions=group.division_size,
        )
        is_member = mine is not None and mine.is_member
        if is_member or not group.private:
            shown = structs.replace(shown, today=await self._dailies.today(group, mine.player if mine else None))
        if mine is None or not is_member:
            return shown
        members = await self._members([each for each in everybody if each.is_member or mine.leads])
        return structs.replace(
            shown,
            invitation=group.invitation,
            feed=await self._feeds.address(group),
            members=members,
            shows_me=mine.shows_presence,
            missed=await last_missed(self._store, group.code, mine.player, self._clock.now()),
        )

    async def _members(self, those: Sequence[Membership]) -> list[http.GroupMember]:
        names, now = await self._store.names([each.player for each in those]), self._clock.now()
        return [
            http.GroupMember(each.player, names.get(each.player, ""), each.role, each.joined_at, each.is_about(now))
            for each in those
        ]

    # Making, joining, leaving

    async def create(self, player: StoredPlayer, new: http.NewGroup) -> http.Group:
        """Make a group that a player owns."""
        now = self._clock.now()
        group = StoredGroup(
            code=_fresh_code(CODE_LENGTH),
            name=read_allowed_name(new.name, self._words),
            colour=new.colour,
            invitation=_fresh_code(INVITATION_LENGTH),
            private=new.private,
            approval=new.approval,
            created_at=now,
        )
        mine = Membership(group.code, player.id, "owner", now)

        async def work(tx: Transaction) -> None:
            await self._refuse_new(tx, player.id)
            await tx.save_group(group)
            await tx.save_membership(mine)

        await self._store.transact(work)
        return await self._shown(Access(group, mine))

    async def join(self, player: StoredPlayer, handle: str) -> http.Group:
        """Let a player join a group, or wait for the approval of an owner; members stay members.

        To a player whom one of the owners blocks, the link looks like an invalid one. Raises `group_not_found`.
        """
        known = await require_visible_group(self._store, handle, player.id)
        if known.mine is None:
            await self._refuse_blocked(known.group.code, player.id)
        new = Membership(known.group.code, player.id, "member", self._clock.now())

        async def work(tx: Transaction) -> Membership:
            if known.mine is None:
                await self._refuse_new(tx, player.id)
            group, everybody = await tx.lock_group(new.group), await tx.memberships(new.group)
            if group is None or (group.private and handle not in {group.code, group.invitation}):
                raise no_such_group()
            mine = next((each for each in everybody if each.player == player.id), None)
            size = sum(each.role != "removed" for each in everybody)
            member = joined(mine, new, approval=group.approval, size=size)
            await tx.save_membership(member)
            return member

        await self._store.transact(work)
        return await self.view(new.group, player.id)

    async def _refuse_blocked(self, code: str, player: str) -> None:
        for member in await self._store.memberships(code):
            if member.leads and await self._store.has_blocked(member.player, player):
                raise no_such_group()

    @staticmethod
    async def _refuse_new(tx: Transaction, player: str) -> None:
        """Refuse a player who is in too many groups, or has just been deleted."""
        if not await tx.lock_active_player(player):
            raise no_such_group()
        if await tx.count_groups(player) >= MAX_GROUPS:
            raise Refusal("too_many_groups", f"You are in {MAX_GROUPS} groups: leave one of them first.")

    async def leave(self, player: StoredPlayer, code: str) -> http.GroupList:
        """Leave a group, or withdraw a request. An owner has a successor; a group without members is deleted.

        Raises `group_not_found`.
        """
        group, mine = await require_visible_group(self._store, code, player.id)
        if mine is None or mine.role == "removed":
            raise no_such_group()
        await self._store.transact(lambda tx: tx.leave_group(group.code, player.id))
        await self._put_out(group, player.id)
        return await self.of_player(player.id)

    # Changing

    async def change(self, player: StoredPlayer, code: str, change: http.GroupChange) -> http.Group:
        """Change the name, colour, daily, visibility and admission of a group."""
        fields = ("colour", "private", "approval")
        changes: dict[str, Any] = {field: value for field in fields if (value := getattr(change, field)) is not None}
        if change.name is not None:
            changes["name"] = read_allowed_name(change.name, self._words)

        async def work(it: _Change) -> None:
            if change.name is not None:
                self._refuse_fixed(it.group)
            changed = replace(it.group, **changes)
            if change.divisions is not None:
                changed = replace(changed, division_size=change.divisions)
            if change.daily is not None:
                changed = with_daily(changed, change.daily, self._clock.now())
            await it.tx.save_group(changed)

        return await self._changed(player, code, "edit", work)

    def _refuse_fixed(self, group: StoredGroup) -> None:
        fixed_until = group.name_fixed_until
        if fixed_until is not None and self._clock.now() < fixed_until:
            raise Refusal(
                "bad_name", f"A moderator gave the group this name. It can't be changed {said_until(fixed_until)}."
            )

    async def renew_invitation(self, player: StoredPlayer, code: str) -> http.Group:
        """Replace the invitation link: the old one stops working."""

        async def work(it: _Change) -> None:
            await it.tx.save_group(replace(it.group, invitation=_fresh_code(INVITATION_LENGTH)))

        return await self._changed(player, code, "edit", work)

    async def change_role(self, player: StoredPlayer, code: str, member: PlayerId, role: http.GroupRole) -> http.Group:
        """Admit a player, appoint or dismiss a co-owner, or hand the group over."""

        async def work(it: _Change) -> None:
            for each in with_role(it.mine, it.other(member), role):
                await it.tx.save_membership(each)

        return await self._changed(player, code, "see", work)

    async def remove(self, player: StoredPlayer, code: str, member: PlayerId) -> http.Group:
        """Remove a member, who cannot join again until an owner allows it; or decline a request."""

        async def work(it: _Change) -> None:
            other = it.other(member)
            refuse_removal(it.mine, other)
            left = removed(other)
            if left is None:
                await it.tx.leave_group(code, member)
            else:
                await it.tx.save_membership(left)

        shown = await self._changed(player, code, "see", work)
        group = await self._store.group(code)
        if group:
            await self._put_out(group, member)
        return shown

    async def show_presence(self, player: StoredPlayer, code: str, *, shows: bool) -> http.Group:
        """Set whether the other members see that a player is online."""
        seen_at = self._clock.now() if shows else None

        async def work(it: _Change) -> None:
            await it.tx.save_membership(replace(it.mine, shows_presence=shows, seen_at=seen_at))

        return await self._changed(player, code, "see", work)

    async def delete(self, player: StoredPlayer, code: str, typed: str) -> http.GroupList:
        """Delete a group for good, if `typed` is its name, and close its room. Raises `wrong_name`."""

        async def work(it: _Change) -> str | None:
            if not is_name(typed, it.group.name):
                raise wrong_name(it.group.name, "group")
            await it.tx.delete_group(code)
            return it.group.room

        room = await self._in(player, code, "delete", work)
        if room:
            with suppress(Disconnected, Refusal):  # it has closed meanwhile
                await self._rooms.shut(room)
        return await self.of_player(player.id)

    async def _changed(
        self, player: StoredPlayer, code: str, step: Step, work: Callable[[_Change], Awaitable[None]]
    ) -> http.Group:
        await self._in(player, code, step, work)
        return await self.view(code, player.id)

    async def _in(
        self, player: StoredPlayer, code: str, step: Step, work: Callable[[_Change], Awaitable[Answer]]
    ) -> Answer:
        """Run an operation in a group, if the player has the permission."""

        async def checked(tx: Transaction) -> Answer:
            group, everybody = await tx.lock_group(code), await tx.memberships(code)
            mine = next((each for each in everybody if each.player == player.id), None)
            if group is None:
                raise no_such_group()
            member = member_for(step, mine, private=group.private)
            return await work(_Change(tx, group, member, everybody))

        return await self._store.transact(checked)

    # The room, and the members who are online

    async def presence(self, player: StoredPlayer, code: str) -> http.GroupPresence:
        """Record that a player is online, if visible to others; return the members online, and the room."""
        group, mine = await require_visible_group(self._store, code, player.id)
        mine, now = member_for("see", mine, private=group.private), self._clock.now()
        if mine.shows_presence and (mine.seen_at is None or now - mine.seen_at >= SEEN_INTERVAL_MS):
            await self._store.note_seen(group.code, player.id, now)
        about = [each.player for each in await self._store.memberships(group.code) if each.is_about(now)]
        room = await self._rooms.view(group.room, player.id) if group.room else None
        return http.GroupPresence(
            about, room.code if room else None, sum(not each.bot for each in room.members) if room else 0
        )

    async def _put_out(self, group: StoredGroup, player: str) -> None:
        """Remove a former member's seat in the room of a private group."""
        if group.private and group.room:
            with suppress(Disconnected, Refusal):  # it has closed meanwhile
                await self._rooms.put_out(group.room, player)


def _fresh_code(length: int) -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


def _colour(group: StoredGroup) -> http.GroupColour:
    return group.colour  # type: ignore[return-value]  # as it was decoded


def _summary(own: OwnGroup) -> http.GroupSummary:
    group, waiting = own.group, own.waiting if own.mine.leads else 0
    return http.GroupSummary(group.code, group.name, _colour(group), own.mine.role, own.size, waiting)
