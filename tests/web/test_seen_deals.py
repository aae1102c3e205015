"""Every way of seeing a deal is noted, or follows from what is stored: recorded rivals never race on a seen deal."""

from collections.abc import AsyncIterator
from random import Random

import pytest
from httpx2 import AsyncClient

from gaprace.ports import StoredMistake, StoredPuzzle
from gaprace.rules.game import Game
from gaprace.web.app import ROUTES
from gaprace.wire import Settings, SitOut, Start, VariantChoice
from gaprace.wire.http import NewChallenge
from tests.events.daily_stage import make_move, resign
from tests.rooms.stage import Seat, Stage
from tests.web.harness import WebHarness, web_of
from tests.web.rows import path_of

ROOM = Settings(VariantChoice("mini"), seats=2, limit_minutes=5, listed=True, spectator_delay_s=0)


class Seen:
    """Ann and Cho have raced in a listed room; Bob has not seen any of it."""

    def __init__(self, stage: Stage, web: WebHarness, ann: Seat, code: str) -> None:
        self.stage, self.web, self.room = stage, web, code
        self.race = ann.replica.race.id
        self.game, self.other = (seat.game for seat in ann.replica.race.seats)
        self.deal = stage.store.database.races[self.race].deal

    async def has_seen(self, name: str = "bob") -> bool:
        """Whether the store knows; it is forgotten then, so that the next way can be tried."""
        data = self.stage.store.database
        played = any(
            race.deal.code == self.deal.code and game.player == name
            for race in data.races.values()
            for game in race.games
        )
        return bool(data.seen_deals.pop((name, self.deal.code), None)) or played

    async def texts(self) -> list[str]:
        """Boards of the deal, and the play."""
        found = await self.stage.store.finished_game(self.game)
        boards = [game.board.text for game in Game.replaying(self.deal, found[0].result.transcript)]
        return [found[0].result.transcript, *boards]


@pytest.fixture
async def it(stage: Stage) -> Seen:
    web = web_of(stage)
    code = await stage.create("ann", ROOM)
    ann, cho = await stage.enter(code, "ann"), await stage.enter(code, "cho")
    await ann.says(Start())
    await stage.clock.advance(4_000)
    for seat in (ann, cho):
        await make_move(seat, Random(1))
        await resign(seat)
    return Seen(stage, web, ann, code)


@pytest.fixture
async def bob(it: Seen) -> AsyncIterator[AsyncClient]:
    async with it.web.program_of(await it.stage.player("bob")) as bob:
        yield bob


async def test_no_route_shows_cards_of_a_deal_without_a_note_for_the_caller(it: Seen, bob: AsyncClient) -> None:
    texts, shown = await it.texts(), set[str]()
    assert not await it.has_seen()
    values = {"player": "ann", "code": it.room, "other": it.other}
    for path in [route.path for route in ROUTES if route.method == "GET"]:
        for subject in ("ann", it.game, it.race):
            answer = await bob.get(path_of(path, id=subject, **values))
            if any(text in answer.text for text in texts):
                shown.add(path)
                assert await it.has_seen(), path
            it.stage.store.database.seen_deals.clear()
    assert {"/api/v1/games/{id}", "/api/v1/races/{id}"} <= shown


async def test_analyses_explorations_ghosts_and_challenges_are_ways_of_seeing(it: Seen, bob: AsyncClient) -> None:
    await bob.post(f"/api/v1/games/{it.game}/analysis")
    assert await it.has_seen()
    await bob.get(f"/api/v1/games/{it.game}/positions/0")
    assert await it.has_seen()
    await bob.post("/api/v1/rooms", json={"ghost": it.game})
    assert await it.has_seen()
    challenges = it.web.context.challenges
    new = NewChallenge(deal="game", hours=1, game=it.game)
    code = (await challenges.create(await it.stage.player("ann"), new)).code
    assert not await it.has_seen()
    seat = await it.stage.enter(await challenges.play(await it.stage.player("bob"), code), "bob")
    await seat.says(Start())
    assert await it.has_seen()


async def test_spectators_hosts_without_a_seat_and_who_comes_later_see_a_deal_and_visitors_are_not_noted(
    it: Seen,
) -> None:
    await it.stage.enter(it.room, "bob", watch=True)
    assert await it.has_seen()  # the boards at the end of the last race
    await it.stage.enter(it.room, "dee", watch=True, also="eve")
    assert await it.has_seen("dee")
    assert await it.has_seen("eve")
    code = await it.stage.create("bob", ROOM)
    seats = [await it.stage.enter(code, name) for name in ("bob", "ann", "cho")]
    await seats[0].says(SitOut())
    seats.append(await it.stage.enter(code, "dee", watch=True))
    await seats[0].says(Start())
    database = it.stage.store.database
    assert database.seen_deals.keys() == set()
    await it.stage.clock.advance(4_000)
    race = seats[0].replica.race
    deal = database.races[race.id].deal.code
    assert database.seen_deals.keys() == {("bob", deal), ("dee", deal)}


async def test_a_deal_that_was_dealt_and_not_played_is_seen_although_its_race_is_forgotten(it: Seen) -> None:
    alone = Settings(VariantChoice("mini"), seats=1, limit_minutes=None, code=it.deal.code)
    code = await it.stage.create("bob", alone)
    seat = await it.stage.enter(code, "bob")
    await seat.says(Start())
    await resign(seat)
    assert not [race for race in it.stage.store.database.races.values() if race.room == code]
    assert await it.has_seen()


async def test_a_puzzle_from_a_game_shows_its_deal(it: Seen, bob: AsyncClient) -> None:
    puzzle = StoredPuzzle("puzzle", 7, (await it.texts())[1], "6D@27", b"", 1, 1)
    await it.stage.store.add_puzzle(puzzle)
    await it.stage.store.add_mistakes(it.game, [StoredMistake("ann", puzzle.id, it.game, 1, "6D@27")])
    assert (await bob.get("/api/v1/puzzles/next")).json()["id"] == puzzle.id
    assert await it.has_seen()


async def test_what_was_seen_is_exported_without_the_code_of_what_may_still_be_played(
    it: Seen, bob: AsyncClient
) -> None:
    await bob.get(f"/api/v1/games/{it.game}")
    noted = (await bob.get("/api/v1/me/export")).json()["records"]["seen_deals"]
    assert [each.keys() for each in noted] == [{"at"}]
    await it.stage.clock.advance(24 * 60 * 60 * 1000, asleep=True)
    noted = (await bob.get("/api/v1/me/export")).json()["records"]["seen_deals"]
    assert [each["code"] for each in noted] == [it.deal.code]
