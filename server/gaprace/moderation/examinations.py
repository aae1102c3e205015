"""Examinations of finished games: made in the background, once, by any server.

A game with flags is in the queue of the moderators (`moderation.reports`). It counts, unless the flags are certain
or its player has many such games (`play.people.exclusion`); then it has no rank, and the leaderboard lists it
separately with its flags. `Examinations.clear` lets a game count for good.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from gaprace import ports
from gaprace.moderation.void_results import replace_daily_places
from gaprace.play.events.leaderboards import EarnedPlace, Leaderboard, rating_key
from gaprace.play.people.exclusion import EVIDENCE_GAMES, is_certain, is_evidence, is_noted, scouted
from gaprace.rules.actions import parse_action
from gaprace.rules.board import Move
from gaprace.rules.deal import Deal
from gaprace.rules.fair_play import (
    MIN_SAME_CHOICES,
    Examination,
    Flag,
    boards_of_line,
    cells_of,
    examining,
    standing_boards,
)
from gaprace.rules.game import Game
from gaprace.wire.http import ExaminedFlag

CLAIM_TIMEOUT_MS = 60_000
"""Time for which a server claims an examination. It takes a second at most."""
MAX_EARLIER_GAMES = 10
"""Earlier games on the same deal that a game is compared with. Of a daily, they are those of the leaders."""
CERTIFIED_LINE = "certified line"
"""The name of a daily's line, where others have the id of a game."""


class Examinations:
    """Examines ranked games when their race has ended."""

    def __init__(self, store: ports.Store, clock: ports.Clock, background: ports.Background) -> None:
        """Examine in the `background`, never on the event loop."""
        self._store, self._clock, self._background = store, clock, background

    async def step(self) -> None:
        """Examine all games that wait for it."""
        now = self._clock.now()
        while asked := await self._store.claim_examination(now, now + CLAIM_TIMEOUT_MS):
            await self._examine(asked)

    # Clearing

    async def clear(self, game_id: str, by: str) -> bool:
        """Let a noted game count for good, as the moderator `by` has decided; its player's places follow at once.

        Return False if it has no flags, or somebody has cleared it before.
        """
        examination = await self._store.examination(game_id)
        found = await self._store.finished_game(game_id)
        now = self._clock.now()

        async def work(tx: ports.Transaction) -> bool:
            if examination is None or found is None or not await tx.clear_examination(game_id, by, now):
                return False
            await replace_places(tx, examination.leaderboard, found[0].player, game_id)
            return True

        return await self._store.transact(work)

    # Examining

    async def _examine(self, asked: ports.StoredExamination) -> None:
        found = await self._store.finished_game(asked.game)
        if found is None or found[0].result is None:
            return  # cannot happen: only finished games are asked for
        game, race = found
        flags = await self._found(asked.leaderboard, game, race)

        async def work(tx: ports.Transaction) -> None:
            saved = await tx.save_examination(game.id, msgspec.json.encode(flags), noted=bool(flags))
            if saved and flags:
                await _leave_out(tx, game.player, {game.id: asked.leaderboard} if is_certain(flags) else {})

        await self._store.transact(work)

    async def _found(self, leaderboard: Leaderboard, game: ports.StoredGame, race: ports.StoredRace) -> Sequence[Flag]:
        """Return the flags of a game."""
        result = game.result
        assert result is not None  # noqa: S101 (see `_examine`)
        played = Game.replaying(race.deal, result.transcript)
        cost = result.transcript.count(" ") + 1
        examination = await self._background.last(examining(played), cost)
        earlier, line = list[ports.EarlierGame](), ""
        if sum(step.is_choice for step in examination.steps) >= MIN_SAME_CHOICES:
            earlier = [
                *await self._store.earlier_games(leaderboard, race.deal, game.player, race.starts_at, MAX_EARLIER_GAMES)
            ]
            line = await self._certified_line(race)
        cost += sum(each.transcript.count(" ") + 1 for each in earlier)
        found = await self._background.last(_finding(examination, race.deal, earlier, line), cost)
        return [*found, *await self._scouted(game, race)]

    async def _scouted(self, game: ports.StoredGame, race: ports.StoredRace) -> list[Flag]:
        if race.daily is None:
            return []
        return scouted(await self._store.scouts(race.daily.event, game.player, race.starts_at))

    async def _certified_line(self, race: ports.StoredRace) -> str:
        if race.daily is None:
            return ""
        dailies: list[ports.StoredDaily] = await self._store.dailies(race.daily.date, race.daily.date)
        lines = [each.certificate.line for each in dailies if each.key == race.daily and each.certificate]
        return lines[0] if lines else ""


def _finding(
    examination: Examination, deal: Deal, earlier: Sequence[ports.EarlierGame], line: str
) -> Iterator[Sequence[Flag]]:
    """Yield nothing while other lines are played again, and the flags at the end."""
    lines = dict[str, frozenset[bytes]]()
    for each in earlier:
        game = Game.start(deal)
        for game in Game.replaying(deal, each.transcript):  # noqa: B007 (the last one counts)
            yield ()
        lines[each.id] = cells_of(standing_boards(game))
    moves = [move for move in map(parse_action, line.split()) if isinstance(move, Move)]
    if moves:
        lines[CERTIFIED_LINE] = cells_of(boards_of_line(deal.opening(), moves))
    yield examination.flags(lines)


async def _leave_out(tx: ports.Transaction, player: str, certain: Mapping[str, Leaderboard]) -> None:
    """Leave games out of the ranks: the certain ones, and the noted ones if they are enough (`is_evidence`)."""
    last = await tx.last_examinations(player, EVIDENCE_GAMES)
    notes = [each.is_noted and is_noted(_stored_flags(each.flags)) for each in last]
    new = [each for each, is_note in zip(last, notes, strict=True) if is_note and not each.is_flagged]
    left_out = {**certain, **({each.game: each.leaderboard for each in new} if is_evidence(notes) else {})}
    await tx.leave_out([*left_out])
    for game, leaderboard in sorted(left_out.items()):
        await replace_places(tx, leaderboard, player, game)


async def replace_places(tx: ports.Transaction, leaderboard: Leaderboard, player: str, game: str) -> None:
    """Replace the places of a game's player by those that follow from all games that count now."""
    if leaderboard.kind == "daily":
        if attempt := await tx.attempt_of(game):
            (date, variant), _ = attempt
            await replace_daily_places(tx, player, variant, [date])
        return
    rating = (await tx.lock_ratings([player], leaderboard.variant))[player]
    if await tx.flagged_players(leaderboard, [player]):
        await tx.remove_places(player, [leaderboard])
    elif rating.races:
        await tx.save_places([EarnedPlace(leaderboard, player, rating_key(rating), game)])


def flags_of(stored: bytes) -> list[ExaminedFlag]:
    """Return stored flags as clients see them."""
    return [ExaminedFlag(flag.rule, flag.sentence, flag.values, flag.other) for flag in _stored_flags(stored)]


def _stored_flags(stored: bytes) -> list[Flag]:
    return msgspec.json.decode(stored, type=list[Flag])
