"""All that a player's browser gets while the race runs, byte for byte: the socket, every route, every stream.

The same race is run twice. In one of them the rival plays other cards, and the audience chats, reacts and
gets win probabilities; each player's progress is the same. Whatever differs between the two would be a leak, in a
message as in a header, a picture, a size or a time.
"""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
import pytest

from gaprace.rooms import new_race
from gaprace.rules.actions import action_text
from gaprace.rules.board import Board, Move
from gaprace.wire import Act, Start, encode
from tests.events.daily_stage import resign
from tests.rooms.engines import QuickThinker
from tests.rooms.stage import RACE, Seat, Stage
from tests.rooms.test_audience import noisy, record, texts, watchers
from tests.web.harness import WebHarness, web_of
from tests.web.stream_reader import EVENTS, LINES, reading
from tests.web.test_seals import READS, STREAMS, Sealed

MOVES = 3
FROM_OUTSIDE = {"X-Forwarded-For": "198.51.100.7"}
"""Metrics are for the machine itself."""


class Running(Sealed):
    """A race of Ann's and Bob's, and everything that Ann can ask for of it."""

    def __init__(self, stage: Stage, web: WebHarness, ann: Seat, bob: Seat) -> None:
        self.stage, self.web, self.group, self.feed = stage, web, "NOTHING", "NOTHING/secret"
        self.room, self.race = ann.room.code, ann.replica.race
        self.game, self.others = bob.replica.mine.game, ann.replica.mine.game
        (race,) = stage.store.database.races.values()
        self.deal = race.deal

    async def read(self, token: str) -> list[object]:
        """Return every answer that Ann gets, with its headers."""
        answers: list[object] = []
        headers = {"Authorization": f"Bearer {token}", **FROM_OUTSIDE}
        async with self.web.browser(**headers) as reader:
            for route in READS:
                paths = [*self.paths(route), *self.more_paths(route)]
                answers += [_bytes_of(path, await reader.get(path)) for path in paths]
        for route in STREAMS:
            for path in self.paths(route):
                for accept in (EVENTS, LINES):
                    async with reading(self.web.app, path, token, accept) as stream:
                        await stream.until(lambda: "}" in stream.text)
                    answers.append((path, stream.status, stream.headers, stream.text))
        return answers

    def more_paths(self, route: str) -> list[str]:
        """The ways in that take the room, the race or a game by a parameter of their own."""
        if route == "/embed/{kind}/{id}":
            games = {"room": self.room, "race": self.race.id, "replay": self.game}
            return [route.format(kind=kind, id=value) for kind, value in games.items()]
        return [f"/tv?seen={self.race.id}"] if route == "/tv" else []


def _bytes_of(path: str, answer: httpx2.Response) -> object:
    return path, answer.status_code, answer.headers.multi_items(), answer.content


def some_move(seat: Seat, *, last: bool) -> Act:
    """One of the moves that lock no card: so progress says the same of each."""
    game = seat.replica.mine
    board = seat.replica.boards[game.game]
    moves = [move for move in board.legal_moves(right_fill=False) if _locked_after(board, move) == board.locked]
    return Act(game.game, game.n + 1, action_text(moves[-1 if last else 0]))


def _locked_after(board: Board, move: Move) -> int:
    return board.after(move, right_fill=False).locked


@asynccontextmanager
async def stage_of(*, is_loud: bool) -> AsyncIterator[Stage]:
    engine = QuickThinker()
    engine.most_outlooks = 1_000 if is_loud else 0
    async with Stage(engine=engine) as stage:
        yield stage


async def bytes_of_a_race(patch: pytest.MonkeyPatch, *, is_loud: bool) -> tuple[list[object], list[str]]:
    """All that Ann gets in a race that two spectators watch, and the boards on which Bob has played."""
    numbers = iter(range(1_000))
    patch.setattr(secrets, "token_hex", lambda count: f"{next(numbers):0{2 * count}x}")
    patch.setattr(new_race.secrets, "token_bytes", lambda count: next(numbers).to_bytes(count, "big"))
    patch.setattr(secrets, "choice", lambda alphabet: alphabet[-1])
    async with stage_of(is_loud=is_loud) as stage:
        web = web_of(stage)
        code = await stage.create("ann", RACE)
        ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
        crowd = await watchers(stage, code, "cho", "dee")
        token = web.accounts.new_token(await stage.player("ann")).token
        sent = record(ann, patch)
        await ann.says(Start())
        await stage.clock.advance(4_000)
        answers, boards = list[object](), list[str]()
        for number in range(MOVES):
            await ann.says(some_move(ann, last=False))
            await bob.says(some_move(bob, last=is_loud))
            boards.append(bob.replica.boards[bob.replica.mine.game].text)
            await noisy(stage, crowd if is_loud else [])
            if number == MOVES - 1:
                await resign(bob)
                await noisy(stage, crowd if is_loud else [])
            answers += await Running(stage, web, ann, bob).read(token)
        again = await stage.enter(code, "ann")
        assert bool(texts(crowd[0])) == is_loud
        return [*sent, *answers, *(encode(event) for event in again.heard)], boards


async def test_no_byte_that_a_player_gets_depends_on_a_rivals_board_or_on_the_audience() -> None:
    with pytest.MonkeyPatch.context() as patch:
        quiet, boards = await bytes_of_a_race(patch, is_loud=False)
    with pytest.MonkeyPatch.context() as patch:
        loud, others = await bytes_of_a_race(patch, is_loud=True)
    assert not set(boards) & set(others)
    assert [pair for pair in zip(quiet, loud, strict=True) if pair[0] != pair[1]] == []
