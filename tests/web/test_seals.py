"""What every HTTP route (`rows.py`) and every message of the socket may show of a sealed deal, by tables without holes.

A new message has no row, which fails: decide first what it may show. Each row is tried, too: by strangers, by players
who have had their own game, before and after the reveal.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from random import Random
from typing import Literal, get_args

import httpx2
import pytest
from httpx2 import AsyncClient

from gaprace.people.profiles import MAX_PAGE_AGE_MS
from gaprace.play.events.windows import window_of
from gaprace.play.live.phases import COUNTDOWN_MS
from gaprace.play.live.quick import QUICK_WAIT_MS
from gaprace.play.live.spectator_delay import MIN_RANKED_DELAY_S
from gaprace.ports import DailyKey
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.web.app import ROUTES
from gaprace.wire import Command, Event, Hint, SetSettings, Settings, Start, VariantChoice, encode
from gaprace.wire.http import NewChallenge, NewGroup
from tests.events.daily_stage import TODAY, begin, make_move, resign, some_act
from tests.refusals import code_of
from tests.rooms.stage import NOON, Seat, Stage
from tests.rooms.test_rivals import played
from tests.web.harness import WebHarness, web_of
from tests.web.rows import ROWS, path_of
from tests.web.stream_reader import reading

Hears = Literal["nothing", "own", "progress", "result"]
"""What a message may say of another's game in a ranked race that is running, to players and, before the delay has
passed, to spectators: that there is one (`result` says how it ended), how far it is, or only the receiver's `own`."""

EVENTS: dict[str, Hears] = {
    "welcome": "progress",
    "room": "result",
    "present": "nothing",
    "starting": "result",
    "started": "nothing",
    "acted": "own",
    "progress": "progress",
    "snapshot": "progress",
    "hinted": "own",
    "refused": "own",
    "notice": "nothing",
    "finished": "result",
    "said": "nothing",
    "audience": "nothing",
    "chances": "nothing",
    "pong": "nothing",
    "bye": "nothing",
}

COMMANDS: dict[str, str] = {
    "hello": "sealed_daily",
    "settings": "sealed_deal",
    "hint": "hints_not_allowed",
    "act": "not_your_game",
    **dict.fromkeys(("team", "balance"), ""),
    **dict.fromkeys(
        (
            "ready",
            "seed",
            "start",
            "say",
            "react",
            "addbot",
            "kick",
            "mute",
            "rematch",
            "leave",
            "ping",
        ),
        "",
    ),
    **dict.fromkeys(("cohost", "sitout"), ""),
}
"""How each command is refused that could be of use on a deal which others play; the rest is of none."""


def test_every_message_has_its_row() -> None:
    for table, union in ((EVENTS, Event), (COMMANDS, Command)):
        assert {str(kind.__struct_config__.tag) for kind in get_args(union)} == table.keys()


# A sealed daily, by HTTP


class Sealed:
    """Ann's game of today's daily, as it was played; Bob has had his, Dee plays hers, and Cho has not begun."""

    challenge = arena = "NOTHING"

    def __init__(self, stage: Stage, web: WebHarness, ann: Seat, bob: Seat, group: str, feed: str) -> None:
        self.stage, self.web, self.group, self.feed = stage, web, group, feed
        self.room, self.race = ann.room.code, ann.replica.race
        self.game = self.race.seats[0].game
        self.others = bob.replica.race.seats[0].game
        daily = stage.store.database.dailies[DailyKey(TODAY, "mini")]
        self.deal, self.certificate = daily.deal, daily.certificate

    async def transcript(self) -> str:
        found = await self.stage.store.finished_game(self.game)
        return found[0].result.transcript

    async def play(self) -> list[str]:
        """All texts that would show how Ann has played, or what she has played on."""
        transcript = await self.transcript()
        boards = [game.board.text for game in Game.replaying(self.deal, transcript)]
        return [*transcript.split(), *boards, self.deal.code, self.deal.secret.hex()]

    async def client(self, name: str) -> AsyncClient:
        """A program of a player, or of nobody."""
        return self.web.program_of(await self.stage.player(name)) if name else self.web.browser()

    def paths(self, path: str) -> list[str]:
        """Everything that a path can be asked for."""
        if path.startswith(("/api/v1/players", "/p/")):
            return [path_of(path, id="ann", other="bob")]
        if path.startswith("/d/") or "/og/d/" in path:
            return [path_of(path, code=self.deal.code) + "?v=mini"]
        if "/race" in path:
            return [path_of(path, id=self.race.id)]
        values = {"id": self.game, "other": self.others, "code": self.room, "part": "room"}
        values |= {"challenge": self.challenge, "arena": self.arena}
        values |= dict(zip(("group", "secret"), self.feed.split("/"), strict=True))
        of_leaderboards = [("daily", TODAY), ("streak", "all"), ("duplicate", TODAY[:7])]
        if "{kind}" in path:
            pages = [path_of(path, kind=kind, period=period, **values) for kind, period in of_leaderboards]
            return [*pages, *(f"{page}?with=people" for page in pages)]
        return [path_of(path, **values)]


EARLY_ZONE, LAST_ZONE = "Atlantic/Azores", "Etc/GMT+12"


@asynccontextmanager
async def sealed() -> AsyncIterator[Sealed]:
    async with Stage() as stage:
        web = web_of(stage)
        seats = []
        for name, pause_ms, zone in (("ann", 1_234, "UTC"), ("bob", 1_357, EARLY_ZONE)):
            seat = await begin(stage, name, zone=zone)
            for _ in range(3):
                await stage.clock.advance(pause_ms)
                await make_move(seat, Random(name))
            await resign(seat)
            seats.append(seat)
        await begin(stage, "dee")
        group = await web.context.groups.create(await stage.player("ann"), NewGroup("Open Club", private=False))
        await web.context.groups.join(await stage.player("bob"), group.code)
        yield Sealed(stage, web, *seats, group.code, group.feed)


DOCUMENTS = {"/openapi.json", "/docs", "/docs/{part}"}
"""They are the same for everybody, and their examples are of the very games that are played here."""
READS = [route.path for route in ROUTES if route.method == "GET" and route.path not in DOCUMENTS]
STREAMS = [route.path for route in ROUTES if route.events]
"""Each begins with the answer of its route, by whose row it goes, or with what a spectator's socket begins with."""
PICTURES = [path for path in READS if path.endswith(".png") and ROWS[f"GET {path}"][1] == "play"]


async def nothing_of_anothers_play_is_read(it: Sealed, name: str) -> None:
    hidden = [text for text in await it.play() if text != "resign"]
    async with await it.client(name) as reader:
        for path in READS:
            for asked in it.paths(path):
                answer = await reader.get(asked)
                shown = answer.text.replace(str(answer.url), "").replace(it.deal.code, "", answer.text.count("/d/"))
                leaks = [text for text in hidden if text in shown and text not in asked]
                assert leaks == [], (asked, leaks)
                if ROWS[f"GET {path}"][1] == "play" and "/api/v1/" in path:
                    assert answer.json()["code"] == "sealed_daily", asked


@pytest.mark.parametrize("name", ["", "bob", "cho", "dee"])
async def test_nothing_of_anothers_play_of_a_sealed_daily_is_read_anywhere(name: str) -> None:
    async with sealed() as it:
        await nothing_of_anothers_play_is_read(it, name)


async def test_two_identities_in_two_zones_learn_nothing_before_the_last_zone_has_closed() -> None:
    async with sealed() as it:
        await it.stage.clock.advance(window_of(TODAY).closes_at - 60_000 - it.stage.clock.now())
        assert await code_of(it.stage.dailies.play(await it.stage.player("eve"), TODAY, "mini", zone=EARLY_ZONE))
        await begin(it.stage, "cho", zone=LAST_ZONE)
        for name in ("bob", "cho"):
            await nothing_of_anothers_play_is_read(it, name)


@pytest.mark.parametrize("name", ["", "bob", "cho", "dee"])
async def test_nothing_of_anothers_play_of_a_sealed_daily_is_streamed(name: str) -> None:
    async with sealed() as it:
        hidden = [text for text in await it.play() if text != "resign"]
        token = it.web.accounts.new_token(await it.stage.player(name)).token if name else ""
        for path in STREAMS:
            for asked in it.paths(path):
                async with reading(it.web.app, asked, token) as stream:
                    await stream.until(lambda: "}" in stream.text)
                assert [text for text in hidden if text in stream.text and text not in asked] == [], asked
                assert "{code}" not in path or stream.status in {401, 403}, asked


async def test_own_play_is_read_before_the_reveal_and_everybodys_after_it() -> None:
    async with sealed() as it, await it.client("ann") as ann, await it.client("") as anyone:
        transcript = await it.transcript()
        assert transcript in (await ann.get(f"/api/v1/games/{it.game}")).text
        assert transcript in (await ann.get(f"/api/v1/races/{it.race.id}")).text
        assert transcript in (await ann.get("/api/v1/me/export")).text
        before = {path: (await anyone.get(it.paths(path)[0])).content for path in PICTURES}
        await it.stage.clock.advance(window_of(TODAY).ends_at - it.stage.clock.now())
        seen = await anyone.get(f"/api/v1/games/{it.game}")
        assert transcript in seen.text
        assert it.deal.secret.hex() in seen.text
        assert transcript in (await anyone.get(f"/api/v1/races/{it.race.id}")).text
        assert (await anyone.get(f"/api/v1/games/{it.game}/analysis")).status_code == 200
        for board in (f"daily/{TODAY}", "streak/all"):
            assert it.game in (await anyone.get(f"/api/v1/leaderboards/{board}/mini")).text
        for path, picture in before.items():
            assert (await anyone.get(it.paths(path)[0])).content != picture, path


@pytest.mark.parametrize("name", ["bob", "cho", "dee"])
async def test_no_room_is_opened_on_a_sealed_daily_in_any_order(name: str) -> None:
    async with sealed() as it, await it.client(name) as scout:
        asked = [
            ("/api/v1/rooms", {"ghost": it.game}, "sealed_daily"),
            ("/api/v1/rooms", {"code": it.deal.code, "hints": True}, "sealed_deal"),
            ("/api/v1/rooms", {"code": it.deal.code.lower(), "variant": {"name": "strict"}}, "sealed_deal"),
            (f"/api/v1/games/{it.game}/analysis", None, "sealed_daily"),
        ]
        if name != "bob":
            asked.append((f"/api/v1/dailies/{TODAY}/mini/games", {"practice": True}, "sealed_daily"))
        for path, body, code in asked:
            assert (await scout.post(path, json=body)).json()["code"] == code, (path, body)


async def test_the_solver_is_of_no_use_to_a_player_who_has_given_up_on_a_sealed_daily() -> None:
    """Neither on the own game, which another identity of the same person might still play."""
    async with sealed() as it, await it.client("ann") as ann:
        for ask in (ann.get, ann.post):
            assert (await ask(f"/api/v1/games/{it.game}/analysis")).json()["code"] == "sealed_daily"
        assert (await ann.get(f"/api/v1/games/{it.game}/positions/0")).json()["code"] == "sealed_daily"
        again = await begin(it.stage, "ann", practice=True)
        await again.says(Hint(again.replica.mine.game))
        assert again.refusal == "hints_not_allowed"
        room = await ann.post("/api/v1/rooms", json={"ghost": it.game, "hints": True})
        against = await it.stage.enter(room.json()["code"], "ann")
        await against.says(Start())
        await against.says(Hint(against.replica.mine.game))
        assert against.refusal == "hints_not_allowed"


# A sealed challenge, by HTTP


@asynccontextmanager
async def challenged(*, ranked: bool = True) -> AsyncIterator[Sealed]:
    """Ann's game of a challenge, in the place of her daily; Bob has had his, Dee plays hers, Cho has not begun."""
    async with Stage() as stage:
        web = web_of(stage)
        await stage.dailies.make()
        group = await web.context.groups.create(await stage.player("ann"), NewGroup("Open Club", private=False))
        for name in ("bob", "cho", "dee"):
            await web.context.groups.join(await stage.player(name), group.code)
        new = NewChallenge(variant="mini", hours=1, ranked=ranked, group=group.code)
        code = (await web.context.challenges.create(await stage.player("ann"), new)).code
        seats = []
        for name, pause_ms in (("ann", 1_234), ("bob", 1_357), ("dee", 1_000)):
            seat = await stage.enter(await web.context.challenges.play(await stage.player(name), code), name)
            await seat.says(Start())
            for _ in range(3):
                await stage.clock.advance(pause_ms)
                await make_move(seat, Random(name))
            if name != "dee":
                await resign(seat)
            seats.append(seat)
        it = Sealed(stage, web, *seats[:2], group.code, group.feed)
        it.deal, it.challenge = stage.store.database.events[code].deal, code
        yield it


async def all_read(it: Sealed, reader: AsyncClient) -> dict[str, httpx2.Response]:
    asked = [path for route in READS for path in it.paths(route)]
    asked += [path.format(it.challenge) for path in ("/race/{}", "/api/v1/races/{}", "/og/race/{}.png")]
    return {path: await reader.get(path) for path in asked}


async def results_seen(it: Sealed, answers: Mapping[str, httpx2.Response]) -> list[str]:
    """The addresses that say how Ann's game ended."""
    found = await it.stage.store.finished_game(it.game)
    told = (f'"time_ms":{found[0].result.time_ms}', "of 24 cards")
    return [path for path, answer in answers.items() if any(each in answer.text for each in told)]


@pytest.mark.parametrize("name", ["", "bob", "cho", "dee"])
async def test_nothing_of_anothers_game_of_a_sealed_challenge_is_read_anywhere(name: str) -> None:
    async with challenged() as it, await it.client(name) as reader:
        hidden = [text for text in await it.play() if text != "resign"]
        answers = await all_read(it, reader)
        for asked, answer in answers.items():
            shown = answer.text.replace(str(answer.url), "").replace(it.deal.code, "", answer.text.count("/d/"))
            assert [text for text in hidden if text in shown and text not in asked] == [], asked
        assert await results_seen(it, answers) == []


async def test_after_the_end_of_a_challenge_everything_is_read() -> None:
    async with challenged() as it, await it.client("ann") as ann, await it.client("") as anyone:
        transcript = await it.transcript()
        assert transcript in (await ann.get(f"/api/v1/games/{it.game}")).text
        assert (await anyone.get(f"/api/v1/games/{it.game}")).json()["code"] == "sealed_challenge"
        before = (await anyone.get(f"/og/g/{it.game}.png")).content
        await it.stage.clock.advance(2 * 60 * 60 * 1000)
        await it.stage.rooms.sweep()
        await it.web.context.challenges.end_due()
        for path in ("/api/v1/challenges/{}", "/api/v1/races/{}"):
            assert it.game in (await anyone.get(path.format(it.challenge))).text, path
        assert f"/api/v1/challenges/{it.challenge}" in await results_seen(it, await all_read(it, anyone))
        seen = await anyone.get(f"/api/v1/games/{it.game}")
        assert transcript in seen.text
        assert it.deal.secret.hex() in seen.text
        assert (await anyone.get(f"/og/g/{it.game}.png")).content != before


async def test_a_challenge_for_fun_is_read_by_those_who_have_finished_and_no_others() -> None:
    async with challenged(ranked=False) as it:
        transcript = await it.transcript()
        for name, sees in (("bob", True), ("", False), ("cho", False), ("dee", False)):
            async with await it.client(name) as reader:
                for path in (f"/api/v1/games/{it.game}", f"/api/v1/races/{it.challenge}"):
                    assert (transcript in (await reader.get(path)).text) is sees, (name, path)
                assert (it.game in (await reader.get(f"/api/v1/challenges/{it.challenge}")).text) is sees, name


# A ranked race of a listed room that is running

RANKED = Settings(VariantChoice("addiction"), seats=4, limit_minutes=5, listed=True)


async def test_messages_say_of_anothers_game_in_a_ranked_race_what_their_row_allows(stage: Stage) -> None:
    code = await stage.create("ann", RANKED)
    ann, bob, cho = [await stage.enter(code, name) for name in ("ann", "bob", "cho")]
    watcher = await stage.enter(code, "dee", watch=True)
    await ann.says(Start())
    await stage.clock.advance(3_500)
    await resign(cho)  # a helper who gives up at once sees no more than a spectator
    others = [bob, cho, watcher]
    played, random = [], Random(1)
    for _ in range(4):
        act = some_act(ann, random)
        await stage.clock.advance(1_000)
        await ann.says(act)
        played.append(ann.replica.boards[act.game].text)
    others.append(await stage.enter(code, "eve", watch=True))
    others.append(await stage.enter(code, "bob"))
    game = ann.replica.mine.game
    heard = [event for seat in others for event in seat.heard]
    for event in heard:
        tag, text = str(event.__struct_config__.tag), encode(event).decode()
        assert not [board for board in played if board in text], tag
        if EVENTS[tag] in {"nothing", "own"}:
            assert game not in text, tag
    assert {"progress", "welcome", "room", "starting"} <= {str(event.__struct_config__.tag) for event in heard}
    assert stage.clock.now() - NOON < 1000 * MIN_RANKED_DELAY_S


async def test_no_route_shows_anything_of_a_ranked_race_that_is_running(stage: Stage) -> None:
    web = web_of(stage)
    code = await stage.create("ann", RANKED)
    ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
    await ann.says(Start())
    await stage.clock.advance(3_500)
    await make_move(ann, Random(1))
    await resign(bob)
    race = ann.replica.race.id
    board, deal = ann.replica.boards[ann.replica.mine.game].text, ann.replica.started
    async with web.browser() as reader:
        for game in (ann.replica.mine.game, bob.replica.mine.game, race):
            values = {"id": game, "other": game, "player": "ann", "variant": "addiction", "part": TODAY}
            values |= dict.fromkeys(("code", "group", "challenge", "arena"), code)
            for path in READS:
                asked = path_of(path, **values)
                shown = (await reader.get(asked)).text
                assert [text for text in (board, deal.board, deal.code) if text in shown] == [], asked
    assert await web.context.summaries.opening(VARIANTS["addiction"], deal.code) is None


async def test_commands_are_refused_that_would_be_of_use_on_a_deal_which_others_play(stage: Stage) -> None:
    code = await stage.create("ann", RANKED)
    ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
    await ann.says(Start())
    await stage.clock.advance(3_500)
    refusals = {}
    await bob.says(Hint(bob.replica.mine.game))
    refusals["hint"] = bob.refusal
    await bob.says(some_act(ann, Random(1)))
    refusals["act"] = bob.refusal
    other = await stage.enter(await stage.create("cho", Settings(seats=1, limit_minutes=None)), "cho")
    await other.says(SetSettings(Settings(RANKED.variant, 1, None, hints=True, code=ann.replica.started.code)))
    refusals["settings"] = other.refusal
    daily = await begin(stage, "ann")
    watcher = await stage.enter(daily.room.code, "bob", watch=True)
    refusals["hello"] = watcher.bye.code
    assert refusals == {command: code for command, code in COMMANDS.items() if code}


# A game that a recorded rival plays again


async def test_nothing_of_a_recorded_game_is_read_anywhere_before_the_end_of_the_race(stage: Stage) -> None:
    web = web_of(stage)
    source = await played(stage, "bob", "cho", "dee")
    game = next(each for each in source.games if each.player == "bob")
    told = (f'"time_ms":{game.result.time_ms}', f'"reached_ms":{game.result.reached_ms}', game.result.transcript)
    subjects = [("bob", "cho"), (game.id, "x"), (source.id, source.games[1].id)]

    async def leaks(reader: AsyncClient) -> set[str]:
        found = set[str]()
        for path in [path for path in READS if "{id" in path or ROWS[f"GET {path}"][1] != "nothing"]:
            asked = {
                path_of(path, id=subject, other=other, player="bob", code=source.room) for subject, other in subjects
            }
            texts = [(await reader.get(each)).text for each in sorted(asked)]
            found |= {path} if any(each in text for each in told for text in texts) else set()
        return found

    token = web.accounts.new_token(await stage.player("ann")).token
    async with web.browser(Authorization=f"Bearer {token}") as reader, web.browser() as anyone:
        ann = await stage.race_now("ann")
        await stage.clock.advance(QUICK_WAIT_MS)
        assert ann.replica.race.unranked == "recorded"
        await stage.clock.advance(COUNTDOWN_MS)
        assert await leaks(reader) == await leaks(anyone) == set()
        assert (await reader.get(f"/api/v1/games/{game.id}")).json()["code"] == "sealed_race"
        assert (await reader.post("/api/v1/rooms", json={"ghost": game.id})).json()["code"] == "sealed_race"
        assert (await reader.post("/api/v1/rooms", json={"code": source.deal.code})).json()["code"] == "sealed_deal"
        heard = "".join(encode(event).decode() for event in ann.heard)
        assert not [each for each in (game.id, source.id, source.room, game.result.transcript) if each in heard]
        await resign(ann)
        await stage.clock.advance(MAX_PAGE_AGE_MS)
        later = {"/api/v1/games/{id}", "/api/v1/races/{id}", "/api/v1/players/{id}/games"}
        assert later <= await leaks(anyone)
