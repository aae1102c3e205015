"""The part of the store in memory for players: accounts, sessions, subjects, blocks, follows and presences."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.notices.outbox import QueuedNotice
from gaprace.ports import (
    TOLD_AGAIN_MS,
    Acquaintance,
    DeletedGuests,
    Followed,
    GuestKey,
    LateBest,
    StoredBlock,
    StoredDeviceCode,
    StoredFollow,
    StoredPlayer,
    StoredPresence,
    StoredSession,
    StoredSubject,
    Suggested,
)
from gaprace.store.erasure import PERSONAL_COLUMNS
from gaprace.store.friends import LATE_RACES
from gaprace.wire import RecordedAs
from gaprace.wire.http import SuggestedFor
from tests.memory_store.database import MemoryPart

_CREDENTIALS = ("generation", "recovery_hash", "next_recovery_hash", "next_recovery_at")


def _credentials(player: StoredPlayer) -> dict[str, object]:
    return {name: getattr(player, name) for name in _CREDENTIALS}


class MemoryPeople(MemoryPart):
    """Implements `AccountStore`, `SessionStore`, `SubjectStore`, `BlockStore` and `FriendStore`."""

    # Accounts

    def add_player(self, player: StoredPlayer, session: StoredSession | None = None) -> None:
        players = self.database.players
        if player.id in players or players.where(recovery_hash=player.recovery_hash):
            raise ValueError(f"Player {player.id} contradicts what is stored.")
        players[player.id] = player
        if session:
            self.database.sessions[session.id] = session

    def player(self, player_id: str) -> StoredPlayer | None:
        return self.database.players.get(player_id)

    def player_by_recovery(self, recovery_hash: str) -> StoredPlayer | None:
        players = self.database.players.values()
        return next((each for each in players if recovery_hash in {each.recovery_hash, each.next_recovery_hash}), None)

    def names(self, player_ids: Sequence[str]) -> dict[str, str]:
        players = self.database.players
        return {each: players[each].name for each in player_ids if each in players}

    def rename_player(self, player_id: str, name: str) -> None:
        if self._is_active(player_id):
            self.database.players.change(player_id, name=name)

    def note_zone(self, player_id: str, zone: str) -> None:
        if self._is_active(player_id):
            self.database.players.change(player_id, zone=zone)

    def record_player(self, player_id: str, recorded_as: RecordedAs) -> None:
        self.database.players.change(player_id, recorded_as=recorded_as)

    def delete_player(self, player_id: str, name: str, deleted_at: int) -> bool:
        if not self._is_active(player_id):
            return False
        stored = self.database.players[player_id]
        self._forget_players([player_id])
        self._forget_texts(player_id, stored.name)
        self._forget_entries(player_id)
        self._forget_arenas_of(player_id)
        self._leave_all_groups(player_id)
        self.database.players[player_id] = replace(
            stored,
            name=name,
            generation=stored.generation + 1,
            recovery_hash=f"deleted {player_id}",
            deleted_at=deleted_at,
            next_recovery_hash=None,
            next_recovery_at=None,
            zone=None,
        )
        return True

    def delete_guests(self, after: GuestKey, before: int, limit: int) -> DeletedGuests:
        players = sorted(self.database.players.where(deleted_at=None), key=lambda each: (each.created_at, each.id))
        guests = [each for each in players if after < (each.created_at, each.id) and each.created_at < before][:limit]
        named = b"".join(room.state for room in self.database.rooms.values())
        kept = self._needed_players()
        gone = [each.id for each in guests if each.id not in kept and f'"{each.id}"'.encode() not in named]
        self.database.players.drop(lambda player, _: player in gone)
        self._forget_players(gone)
        return DeletedGuests(len(gone), (guests[-1].created_at, guests[-1].id) if len(guests) == limit else None)

    def _forget_players(self, gone: Collection[str]) -> None:
        """Delete what is kept for players alone."""
        for column in PERSONAL_COLUMNS:
            getattr(self.database, column.table.name).forget(column, gone)
        self._forget_subscriptions(lambda each: each.player in gone)

    def _needed_players(self) -> set[str]:
        """Players with something that a guest is kept for."""
        data = self.database
        needed = {game.player for race in data.races.values() for game in race.games}
        needed |= {player for _, player in data.group_members}
        needed |= {each.player for each in data.subjects.values()}
        for made in (*data.events.values(), *data.arenas.values()):
            needed |= {each.player for each in (made, *made.entries)}
        needed |= {player for player, _ in (*data.follows, *data.puzzle_tries)}
        return needed | data.mistake_searches.keys()

    def change_credentials(self, known: StoredPlayer, changed: StoredPlayer) -> bool:
        stored = self.database.players.get(known.id)
        if not stored or _credentials(stored) != _credentials(known):
            return False
        self.database.players.change(known.id, **_credentials(changed))
        return True

    def server_key(self, name: str, proposal: bytes) -> bytes:
        return self.database.server_keys.setdefault(name, proposal)

    def find_server_key(self, name: str) -> bytes | None:
        return self.database.server_keys.get(name)

    def settings(self) -> dict[str, str]:
        return dict(self.database.settings)

    def save_settings(self, texts: Mapping[str, str]) -> None:
        self.database.settings.update(texts)
        self.database.settings.drop(lambda _, text: not text)

    # Sessions

    def signed_in(self, player_id: str, session_id: str) -> tuple[StoredPlayer | None, StoredSession | None]:
        session = self.database.sessions.get(session_id)
        its = session if session and session.player == player_id else None
        return self.database.players.get(player_id), its

    def note_session(self, session: StoredSession) -> None:
        known = self.database.sessions.get(session.id, session)
        kept = {name: getattr(known, name) for name in ("began_at", "player", "ended_at")}
        self.database.sessions[session.id] = replace(session, **kept)

    def open_sessions(self, player: str) -> list[StoredSession]:
        stored = self.database.players.get(player)
        theirs = self.database.sessions.where(player=player, ended_at=None)
        valid = [each for each in theirs if stored and each.generation == stored.generation]
        return sorted(valid, key=lambda each: (-each.seen_at, each.id))

    def ended_sessions(self, player: str) -> set[str]:
        return {each.id for each in self.database.sessions.where(player=player) if each.ended_at is not None}

    def end_session(self, player: str, session_id: str, at: int) -> bool:
        if not self.database.sessions.where(id=session_id, player=player, ended_at=None):
            return False
        self.database.sessions.change(session_id, ended_at=at)
        return True

    def save_device_code(self, code: StoredDeviceCode) -> None:
        self.database.device_codes[code.player] = code

    def use_device_code(self, hashed: str, session: StoredSession) -> StoredPlayer | None:
        codes = self.database.device_codes
        valid = [each for each in codes.where(hash=hashed) if each.ends_at > session.began_at]
        if not valid:
            return None
        (code,) = valid
        del codes[code.player]
        player = self.database.players.get(code.player)
        if player is None or player.generation != code.generation:
            return None
        self.database.sessions[session.id] = replace(session, player=code.player, generation=code.generation)
        return player

    def networks(self, of: Sequence[str]) -> dict[str, set[str]]:
        found = {player: self._networks(player) for player in of}
        return {player: networks for player, networks in found.items() if networks}

    def ban_networks(self, decision: str, player: str, until: int) -> int:
        theirs = self._networks(player)
        self.database.banned_networks.update({(decision, network): until for network in theirs})
        return len(theirs)

    def unban_networks(self, decision: str) -> None:
        self.database.banned_networks.drop(lambda key, _: key[0] == decision)

    def banned_until(self, networks: list[str], now: int) -> int | None:
        banned = [until for (_, network), until in self.database.banned_networks.items() if network in networks]
        return max((until for until in banned if until > now), default=None)

    def forget_sessions(self, seen_before: int, networks_before: int, now: int) -> None:
        data = self.database
        data.sessions.drop(lambda _, each: each.seen_at < seen_before)
        for each in [*data.sessions.values()]:
            if each.seen_at < networks_before:
                data.sessions.change(each.id, network="")
        data.banned_networks.drop(lambda _, until: until <= now)
        data.device_codes.drop(lambda _, code: code.ends_at <= now)

    # Subjects

    def subject(self, issuer: str, subject: str) -> StoredSubject | None:
        found = self.database.subjects.get((issuer, subject))
        return found if found and self._holds(found) else None

    def subject_of(self, issuer: str, player: str) -> StoredSubject | None:
        return next((each for each in self.subjects_of(player) if each.issuer == issuer), None)

    def subjects_of(self, player: str) -> list[StoredSubject]:
        theirs = self.database.subjects.where(player=player)
        return sorted((each for each in theirs if self._holds(each)), key=lambda each: each.issuer)

    def _holds(self, subject: StoredSubject) -> bool:
        player = self.database.players.get(subject.player)
        return player is not None and subject.generation in {None, player.generation}

    def add_subject(self, subject: StoredSubject) -> bool:
        subjects, key = self.database.subjects, (subject.issuer, subject.subject)
        subjects.drop(lambda _, each: not self._holds(each))
        if key in subjects or subjects.where(issuer=subject.issuer, player=subject.player):
            return False
        subjects[key] = subject
        return True

    def prove_subject(self, issuer: str, subject: str, at: int) -> bool:
        key = issuer, subject
        if key not in self.database.subjects:
            return False
        self.database.subjects.change(key, proven_at=at)
        return True

    def remove_subject(self, issuer: str, player: str) -> bool:
        return self.database.subjects.drop(
            lambda _, each: (each.issuer, each.player) == (issuer, player) and self._holds(each)
        )

    def is_needed(self, player: str) -> bool:
        return player in self._needed_players()

    # Blocks

    def add_block(self, block: StoredBlock) -> None:
        self.database.blocks.setdefault((block.player, block.blocked), block)
        self.database.follows.pop((block.player, block.blocked), None)

    def remove_block(self, player: str, blocked: str) -> None:
        self.database.blocks.pop((player, blocked), None)

    def blocks(self, player: str) -> list[StoredBlock]:
        return sorted(self.database.blocks.where(player=player), key=lambda each: (-each.at, each.blocked))

    def has_blocked(self, player: str, other: str) -> bool:
        return (player, other) in self.database.blocks

    def kept_apart(self, player: str) -> set[str]:
        return {each for pair in self.database.blocks if player in pair for each in pair} - {player}

    # Follows and presences

    def add_follow(self, follow: StoredFollow) -> None:
        self.database.follows.setdefault((follow.player, follow.followed), follow)

    def remove_follow(self, player: str, followed: str) -> None:
        self.database.follows.pop((player, followed), None)

    def followed_by(self, player: str) -> list[Followed]:
        data, found = self.database, []
        for mine in data.follows.where(player=player):
            of, theirs = mine.followed, data.follows.get((mine.followed, player))
            if of in data.players:
                found.append(Followed(mine, data.players[of].name, theirs, data.presences.get(of) if theirs else None))
        return sorted(found, key=lambda each: (each.name, each.mine.followed))

    def acquaintances(self, player: str, leaderboard: Leaderboard, groups: int) -> list[Acquaintance]:
        data = self.database
        known = [Acquaintance(each.mine.followed, each.name) for each in self.followed_by(player) if each.theirs]
        own = [data.groups[code] for code in self._groups_of(player)]
        for group in sorted(own, key=lambda each: (each.name, each.code))[:groups]:
            others = [each.player for each in self._members(group.code) if each.player != player]
            known += [Acquaintance(of, data.players[of].name, group.code, group.name) for of in others]
        keys = {row.player: row.key for row in self._rows(leaderboard)}
        known = [each._replace(name="", key=keys[each.player]) if each.player in keys else each for each in known]
        return sorted(known, key=lambda each: (each.group_name, each.group or "", each.name, each.player))

    def late_bests(self, players: Sequence[str], since: int) -> list[LateBest]:
        wins = list[tuple[int, LateBest]]()
        for race in self.database.races.where(event=None):
            for game in race.games:
                counts = game.player in players and game.ranked and game.voided_by is None
                if counts and game.result and game.result.won:
                    best = LateBest(game.player, race.deal.variant.name, game.result.time_ms)
                    wins.append((game.result.ended_at, best))
        late = {each[:2]: at for at, each in sorted(wins) if at >= since}
        found = []
        for key in sorted(late, key=lambda each: (-late[each], each)):
            new = min(each.time_ms for at, each in wins if each[:2] == key and at >= since)
            old = [each.time_ms for at, each in wins if each[:2] == key and at < since]
            found += [LateBest(*key, new)] if old and new < min(old) else []
        return found

    def suggestions(self, player: str, limit: int) -> list[Suggested]:
        players, found = self.database.players, dict[str, Suggested]()
        for reason, ids in self._who_may_be_suggested(player).items():
            new = {each for each in ids if self._is_new_to(player, each)}
            for each in sorted(new, key=lambda other: (players[other].name, other))[:limit]:
                found.setdefault(each, Suggested(each, players[each].name, reason))
        return [*found.values()]

    def _who_may_be_suggested(self, player: str) -> dict[SuggestedFor, Collection[str]]:
        data = self.database
        late = [race for _, race, _ in self._ended_games(player)[-LATE_RACES:]]
        rivals = Counter(game.player for race in late for game in race.games)
        return {
            "follows_you": [each.player for each in data.follows.where(followed=player)],
            "raced": [other for other, times in rivals.items() if times > 1],
            "group": [each.player for group in self._groups_of(player) for each in self._members(group)],
        }

    def _is_new_to(self, player: str, other: str) -> bool:
        known = self.database.players[other]
        is_apart = {(player, other), (other, player)} & self.database.blocks.keys()
        is_person = known.deleted_at is None and not known.program and other != player
        return is_person and not is_apart and (player, other) not in self.database.follows

    def invite(self, invitation: StoredFollow, told: QueuedNotice) -> bool:
        follows, pair = self.database.follows, (invitation.player, invitation.followed)
        if pair not in follows or pair[::-1] not in follows:
            return False
        last = follows[pair].invited_at
        follows.change(pair, room=invitation.room, invited_at=invitation.invited_at)
        if last is None or invitation.at - last >= TOLD_AGAIN_MS:
            self.queue(told)
        return True

    def presence(self, player: str) -> StoredPresence | None:
        return self.database.presences.get(player)

    def show_presence(self, presence: StoredPresence) -> None:
        self.database.presences[presence.player] = presence

    def hide_presence(self, player: str) -> None:
        self.database.presences.pop(player, None)

    def note_presences(self, seen: Sequence[StoredPresence]) -> None:
        shown = self.database.presences
        shown.update({each.player: each for each in seen if each.player in shown})
