"""The dailies: made once, sealed until the reveal, played once, and counted for their own date."""

import asyncio
import json
from collections.abc import Awaitable
from pathlib import Path
from random import Random

import msgspec
import pytest

from server.bodies import Daily, FinishedGame, Record
from server.cli import main
from server.messages import Act, Finished, Hint, Rematch, SetSettings, Settings, Start, VariantChoice
from server.play.days import DAY_MS, GRACE_MS, closes_at, date_of, opens_at, reveals_at
from server.play.errors import RoomError
from server.play.leaderboards import Board
from server.ports import CertifiedDeal, DailyKey, Slice, StoredCertificate, StoreUnavailable
from server.rules.cards import TEXT_OF
from server.rules.record import verify
from server.service.dailies import HURRY_MS, MOMENT_MS, PATIENCE_MS, VARIANTS_A_DAY, Dailies
from tests.memory_database import MemoryDatabase
from tests.service.stage import NOON, ManualClock, Seat, Stage, settle
from tests.service.test_referee import next_act

TODAY = date_of(NOON)
TOMORROW = date_of(NOON + DAY_MS)
YESTERDAY = date_of(NOON - DAY_MS)


async def code_of(refused: Awaitable[object]) -> str:
    with pytest.raises(RoomError) as refusal:
        await refused
    assert refusal.value.message.endswith(".")
    return refusal.value.code


async def begin(stage: Stage, name: str, date: str = TODAY, variant: str = "mini", *, practice: bool = False) -> Seat:
    """Ask for a game of a daily, enter its room, and start."""
    code = await stage.dailies.play(await stage.player(name), date, variant, practice=practice)
    seat = await stage.enter(code, name)
    await seat.says(Start())
    return seat


async def play(stage: Stage, name: str, date: str = TODAY, variant: str = "mini", *, moves: int = 1) -> str:
    """Play the ranked game of a daily; give the game's id."""
    seat = await begin(stage, name, date, variant)
    random = Random(name)
    for _ in range(moves):
        await stage.clock.advance(random.randrange(1, 5000))
        await seat.says(some_act(seat, random))
    return await resign(seat)


def some_act(seat: Seat, random: Random) -> Act:
    """A legal move, or a shuffle where there is none."""
    mine = seat.sight.mine
    assert mine
    moves = seat.sight.boards[mine.game].legal_moves()
    move = random.choice(moves) if moves else None
    return Act(mine.game, mine.n + 1, f"{TEXT_OF[move.card]}@{move.to}" if move else "shuffle")


async def resign(seat: Seat) -> str:
    mine = seat.sight.mine
    assert mine
    await seat.says(Act(mine.game, mine.n + 1, "resign"))
    assert seat.sight.mine
    assert seat.sight.mine.ended
    return mine.game


async def daily_of(stage: Stage, me: str | None = None, date: str = TODAY) -> Daily:
    return await stage.dailies.daily(date, "mini", me)


# Made


async def test_two_processes_at_midnight_make_one_daily() -> None:
    database, clock = MemoryDatabase(), ManualClock()
    async with Stage(database, clock) as one, Stage(database, clock) as other:
        for each in (one, other):
            each.dailies.open()
        await settle()
        for _ in range(3):
            await clock.advance(closes_at(date_of(clock.now())) - clock.now())
            date = date_of(clock.now())
            assert await one.dailies.of_date(date) == await other.dailies.of_date(date)
        assert sorted(database.dailies) == [
            DailyKey(date_of(NOON + day * DAY_MS), variant) for day in range(5) for variant in VARIANTS_A_DAY
        ]


async def test_the_dailies_of_today_are_there_though_nobody_made_them_ahead() -> None:
    async with Stage() as stage:
        today, again = await asyncio.gather(stage.dailies.of_date(), stage.dailies.of_date(TODAY))
        assert today == again
        assert [daily.variant for daily in today.dailies] == list(VARIANTS_A_DAY)
        assert len({daily.commitment for daily in today.dailies}) == 2


async def test_a_clock_that_jumps_does_no_harm() -> None:
    async with Stage() as stage:
        stage.dailies.open()
        await play(stage, "ann")
        made = dict(stage.store.database.dailies)
        for jump in (40 * DAY_MS, -40 * DAY_MS, 3 * DAY_MS, -2 * DAY_MS, -DAY_MS):
            stage.clock.put_back(-jump)
            await stage.clock.advance(0)
            assert (await stage.dailies.of_date()).date == date_of(stage.clock.now())
        assert date_of(stage.clock.now()) == TODAY
        assert made.items() <= stage.store.database.dailies.items()
        assert await code_of(begin(stage, "ann")) == "daily_played"
        assert (await daily_of(stage)).played == 1


async def test_dailies_are_made_when_the_store_is_back() -> None:
    async with Stage() as stage:
        stage.store.available = False
        stage.dailies.open()
        await settle()
        with pytest.raises(StoreUnavailable):
            await stage.dailies.of_date()
        stage.store.available = True
        await stage.clock.advance(10_000)
        assert {key.date for key in stage.store.database.dailies} == {TODAY, TOMORROW}


class SlowCertifier:
    """Certifies when told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answer: asyncio.Future[CertifiedDeal | None] = asyncio.get_running_loop().create_future()

    async def certified(self, variant: str) -> CertifiedDeal | None:
        self.asked.append(variant)
        return await asyncio.shield(self.answer)


PROVED = CertifiedDeal("0123456789", StoredCertificate(par=60, harder=400, line="6D@27 7D@28"))


async def test_tomorrows_daily_waits_for_a_certified_deal() -> None:
    async with Stage() as stage:
        certifier = SlowCertifier()
        dailies = Dailies(stage.store, stage.clock, stage.rooms, certifier)
        making = asyncio.create_task(dailies.make())
        await settle()
        assert sorted(certifier.asked) == ["addiction", "addiction", "mini", "mini"]
        await stage.clock.advance(PATIENCE_MS)
        assert {key.date for key in stage.store.database.dailies} == {TODAY}
        certifier.answer.set_result(PROVED)
        await making
        stored = stage.store.database.dailies[DailyKey(TOMORROW, "mini")]
        assert (stored.deal.code, stored.certificate) == PROVED
        certificate = (await daily_of(stage, date=TOMORROW)).certificate
        assert certificate
        assert (certificate.par, certificate.harder, certificate.line) == (60, 400, None)
        stage.clock.put_back(-(reveals_at(TOMORROW) - NOON))
        revealed = (await daily_of(stage, date=TOMORROW)).certificate
        assert revealed
        assert revealed.line == "6D@27 7D@28"


async def test_a_daily_does_not_wait_for_a_certificate_beyond_its_date() -> None:
    async with Stage() as stage:
        dailies = Dailies(stage.store, stage.clock, stage.rooms, SlowCertifier())
        making = asyncio.create_task(dailies.make())
        await settle()
        await stage.clock.advance(opens_at(TOMORROW) - HURRY_MS - stage.clock.now())
        await making
        assert stage.store.database.dailies[DailyKey(TOMORROW, "mini")].certificate is None


async def test_on_a_new_server_todays_daily_is_certified_too_if_that_takes_but_a_moment() -> None:
    async with Stage() as stage:
        certifier = SlowCertifier()
        dailies = Dailies(stage.store, stage.clock, stage.rooms, certifier)
        making = asyncio.create_task(dailies.make())
        await settle()
        asking = asyncio.create_task(dailies.daily(TODAY, "mini"))
        await settle()
        await stage.clock.advance(MOMENT_MS - 1)
        assert not asking.done()
        certifier.answer.set_result(PROVED)
        await making
        certificate = (await asking).certificate
        assert certificate
        assert certificate.par == 60


async def test_nobody_waits_longer_than_a_moment_for_todays_daily() -> None:
    async with Stage() as stage:
        certifier = SlowCertifier()
        dailies = Dailies(stage.store, stage.clock, stage.rooms, certifier)
        making = asyncio.create_task(dailies.make())
        await settle()
        asking = asyncio.create_task(dailies.daily(TODAY, "mini"))
        await settle()
        await stage.clock.advance(MOMENT_MS)
        shown = await asking
        assert shown.certificate is None
        certifier.answer.set_result(PROVED)
        await making
        assert await dailies.daily(TODAY, "mini") == shown


async def test_a_certifier_that_fails_leaves_an_uncertified_daily() -> None:
    async with Stage() as stage:
        certifier = SlowCertifier()
        certifier.answer.set_exception(ZeroDivisionError())
        await Dailies(stage.store, stage.clock, stage.rooms, certifier).make()
        assert {key.date for key in stage.store.database.dailies} == {TODAY, TOMORROW}


# Played


async def test_a_ranked_game_of_a_daily_is_played_to_its_place_on_the_board() -> None:
    async with Stage() as stage:
        seat = await begin(stage, "ann")
        assert seat.sight.room
        assert seat.sight.race
        assert (seat.sight.room.daily.date, seat.sight.room.daily.ranked) == (TODAY, True)  # type: ignore[union-attr]
        assert (seat.sight.race.ranked, seat.sight.race.ends_at) == (True, reveals_at(TODAY))
        assert seat.sight.race.starts_at == NOON
        assert seat.sight.race.commitment == (await daily_of(stage)).commitment
        running = (await daily_of(stage, "ann")).attempt
        assert running
        assert not running.ended
        await stage.clock.advance(1500)
        await seat.says(next_act(seat))
        game = await resign(seat)
        daily = await daily_of(stage, "ann")
        assert daily.played == 1
        assert daily.attempt
        assert (daily.attempt.game, daily.attempt.ended) == (game, True)
        page = await stage.boards.page(Board("daily", TODAY, "mini"), Slice(50), "ann")
        assert page.mine
        assert (page.mine.rank, page.mine.game, page.mine.time_ms, page.mine.moves) == (1, game, 1500, 1)
        assert page.rows == [page.mine]


async def test_the_layout_is_not_told_before_the_player_starts() -> None:
    async with Stage() as stage:
        daily = await daily_of(stage)
        assert (daily.code, daily.secret) == (None, None)
        code = await stage.dailies.play(await stage.player("ann"), TODAY, "mini")
        seat = await stage.enter(code, "ann")
        deal = stage.store.database.dailies[DailyKey(TODAY, "mini")].deal
        heard = repr(seat.heard) + repr(await stage.rooms.view(code)) + repr(daily)
        assert deal.code not in heard
        assert deal.opening().text not in heard
        assert deal.secret.hex() not in heard
        await stage.clock.advance(60_000)
        await seat.says(Start())
        assert seat.sight.started
        assert seat.sight.started.board == deal.opening().text
        assert seat.sight.race
        assert seat.sight.race.starts_at == stage.clock.now()


async def test_asking_again_while_the_ranked_game_runs_leads_to_its_room() -> None:
    async with Stage() as stage:
        seat = await begin(stage, "ann")
        await seat.says(next_act(seat))
        assert seat.room
        code = await stage.dailies.play(await stage.player("ann"), TODAY, "mini")
        assert code == seat.room.code
        elsewhere = await stage.enter(code, "ann")
        await elsewhere.says(next_act(elsewhere))
        assert elsewhere.sight.mine
        assert elsewhere.sight.mine.n == 2
        assert elsewhere.sight.mine == seat.sight.mine


async def test_a_second_ranked_attempt_is_refused_wherever_it_comes_from() -> None:
    async with Stage() as stage:
        player = await stage.player("ann")
        rooms = [await stage.dailies.play(player, TODAY, "mini") for _ in range(2)]
        first, second = [await stage.enter(code, "ann") for code in rooms]
        await first.says(Start())
        await second.says(Start())
        assert second.refusal == "daily_played"
        await resign(first)
        for command in (Start(), Rematch()):
            await first.says(command)
            assert first.refusal == "daily_played"
        assert await code_of(stage.dailies.play(player, TODAY, "mini")) == "daily_played"


async def test_of_two_ranked_starts_at_once_in_two_processes_one_is_refused() -> None:
    database, clock = MemoryDatabase(), ManualClock()
    async with Stage(database, clock) as one, Stage(database, clock) as other:
        seats = [
            await each.enter(await each.dailies.play(await each.player("ann"), TODAY, "mini"), "ann")
            for each in (one, other)
        ]
        await asyncio.gather(*(seat.says(Start()) for seat in seats))
        started = [seat for seat in seats if seat.sight.started]
        refused = [seat for seat in seats if not seat.sight.started]
        assert (len(started), len(refused)) == (1, 1)
        assert refused[0].refusal == "daily_played"


@pytest.mark.parametrize(
    ("date", "variant", "practice", "code"),
    [
        (TOMORROW, "mini", False, "daily_not_open"),
        (TOMORROW, "mini", True, "daily_not_open"),
        ("2999-01-01", "mini", False, "daily_not_open"),
        (YESTERDAY, "mini", False, "daily_not_open"),
        (YESTERDAY, "mini", True, "daily_not_found"),
        (TODAY, "gaps", False, "daily_not_found"),
        (TODAY, "bridge", False, "daily_not_found"),
        ("2023-02-30", "mini", False, "daily_not_found"),
        ("now", "mini", True, "daily_not_found"),
        (TODAY, "mini", True, "sealed_daily"),
    ],
)
async def test_a_start_with_a_forged_date_or_variant_is_refused(
    date: str, variant: str, practice: bool, code: str
) -> None:
    async with Stage() as stage:
        await stage.dailies.make()
        player = await stage.player("ann")
        assert await code_of(stage.dailies.play(player, date, variant, practice=practice)) == code


async def test_a_ranked_game_begins_before_midnight_or_not_at_all() -> None:
    async with Stage() as stage:
        await stage.clock.advance(closes_at(TODAY) - NOON - 5_000)
        code = await stage.dailies.play(await stage.player("ann"), TODAY, "mini")
        ann = await stage.enter(code, "ann")
        await stage.clock.advance(5_000)
        await ann.says(Start())
        assert ann.refusal == "daily_not_open"
        stage.clock.put_back(1)
        await ann.says(Start())
        assert ann.sight.started


async def test_a_game_across_midnight_counts_for_its_own_date() -> None:
    async with Stage() as stage:
        await stage.clock.advance(closes_at(TODAY) - NOON - 60_000)
        seat = await begin(stage, "ann")
        await stage.clock.advance(DAY_MS // 24)
        await seat.says(next_act(seat))
        assert await play(stage, "ann", TOMORROW)
        game = await resign(seat)
        for date in (TODAY, TOMORROW):
            page = await stage.boards.page(Board("daily", date, "mini"), Slice(50), "ann")
            assert page.size == 1
            assert page.mine
            assert (page.mine.game == game) == (date == TODAY)
        streak = await stage.boards.page(Board("streak", "all", "mini"), Slice(50), "ann")
        assert streak.mine
        assert streak.mine.value == 2


async def test_a_game_that_still_runs_at_the_reveal_ends_with_it() -> None:
    async with Stage() as stage:
        seat = await begin(stage, "ann")
        await seat.says(next_act(seat))
        await stage.clock.advance(reveals_at(TODAY) - NOON)
        finished = seat.last(Finished)
        assert isinstance(finished, Finished)
        assert finished.reveal
        assert finished.reveal.commitment == (await daily_of(stage)).commitment
        assert (await daily_of(stage, "ann")).played == 1


async def test_a_game_that_its_player_leaves_alone_is_not_kept_in_memory_and_ends_with_the_reveal() -> None:
    async with Stage() as stage:
        seat = await begin(stage, "ann")
        await seat.says(next_act(seat))
        assert seat.room
        await seat.leaves()
        await stage.rooms.sweep()
        assert stage.rooms._live == {}
        back = await stage.enter(seat.room.code, "ann")
        assert back.sight.mine
        assert back.sight.mine.n == 1
        await back.leaves()
        await stage.rooms.sweep()
        stage.clock.put_back(NOON - reveals_at(TODAY))
        await stage.rooms.sweep()
        await settle()
        daily = await daily_of(stage, "ann")
        assert (daily.played, daily.attempt and daily.attempt.ended) == (1, True)


async def test_a_game_that_nobody_ends_counts_when_a_server_is_back() -> None:
    database, clock = MemoryDatabase(), ManualClock()
    async with Stage(database, clock) as stage:
        seat = await begin(stage, "ann")
        await seat.says(next_act(seat))
    clock.put_back(-2 * DAY_MS)
    async with Stage(database, clock) as stage:
        await settle()
        assert (await daily_of(stage)).played == 1


async def test_nothing_can_be_set_in_the_room_of_a_daily_and_nobody_else_can_play_there() -> None:
    async with Stage() as stage:
        seat = await begin(stage, "ann")
        await resign(seat)
        await seat.says(SetSettings(Settings(VariantChoice("mini"), 1, None, hints=True)))
        assert seat.refusal == "fixed_room"
        assert seat.room
        bob = await stage.enter(seat.room.code, "bob")
        assert bob.bye
        assert bob.bye.code == "room_locked"


async def test_there_are_no_hints_on_a_daily() -> None:
    async with Stage() as stage:
        seat = await begin(stage, "ann")
        assert seat.sight.mine
        await seat.says(Hint(seat.sight.mine.game))
        assert seat.refusal == "hints_not_allowed"


async def test_practice_is_on_the_same_deal_again_and_again_and_on_no_board() -> None:
    async with Stage() as stage:
        ranked = await begin(stage, "ann")
        await resign(ranked)
        seat = await begin(stage, "ann", practice=True)
        for _ in range(2):
            assert seat.sight.started
            assert ranked.sight.started
            assert seat.sight.started.board == ranked.sight.started.board
            assert seat.sight.race
            assert not seat.sight.race.ranked
            await seat.says(next_act(seat))
            game = await resign(seat)
            assert not (await stage.replays.finished_game(game, "ann")).ranked
            await seat.says(Rematch())
        assert (await daily_of(stage)).played == 1


async def test_past_dailies_can_be_practised_by_anyone() -> None:
    async with Stage() as stage:
        await stage.dailies.make()
        await stage.clock.advance(reveals_at(TODAY) - NOON)
        seat = await begin(stage, "bob", practice=True)
        assert seat.sight.started
        game = await resign(seat)
        finished = seat.last(Finished)
        assert isinstance(finished, Finished)
        assert finished.reveal
        assert (await stage.replays.finished_game(game)).record


# Sealed


async def test_a_sealed_daily_ends_without_a_reveal() -> None:
    async with Stage() as stage:
        seat = await begin(stage, "ann")
        await resign(seat)
        finished = seat.last(Finished)
        assert isinstance(finished, Finished)
        assert finished.reveal is None
        assert len(finished.standings) == 1
        assert seat.sight.race
        assert seat.sight.race.standings
        assert seat.sight.race.reveal is None
        secret = stage.store.database.dailies[DailyKey(TODAY, "mini")].deal.secret.hex()
        assert secret not in repr(seat.heard)


async def test_a_game_of_a_sealed_daily_is_open_to_who_has_played_it_and_after_the_reveal_to_all() -> None:
    async with Stage() as stage:
        game = await play(stage, "ann", moves=3)
        for me in ("bob", None, "nobody"):
            assert await code_of(stage.replays.finished_game(game, me)) == "sealed_daily"
        bob = await begin(stage, "bob")
        assert await code_of(stage.replays.finished_game(game, "bob")) == "sealed_daily"
        await resign(bob)
        for me in ("ann", "bob"):
            seen = await stage.replays.finished_game(game, me)
            assert seen.replay.transcript
            assert (seen.code, seen.record, seen.revealed_at) == (None, None, reveals_at(TODAY))
            assert seen.daily
            assert (seen.daily.date, seen.daily.variant) == (TODAY, "mini")
        await stage.clock.advance(reveals_at(TODAY) - stage.clock.now() - 1)
        assert await code_of(stage.replays.finished_game(game)) == "sealed_daily"
        assert (await daily_of(stage)).secret is None
        await stage.clock.advance(1)
        seen = await stage.replays.finished_game(game)
        assert seen.record
        assert seen.revealed_at is None
        daily = await daily_of(stage)
        assert (seen.record.code, seen.record.secret) == (daily.code, daily.secret)


async def test_practice_is_no_key_to_what_is_sealed() -> None:
    """Nor is the ranked game of the other variant, or of another date."""
    async with Stage() as stage:
        game = await play(stage, "ann")
        await play(stage, "bob", variant="addiction")
        await stage.clock.advance(opens_at(TOMORROW) - stage.clock.now())
        await play(stage, "bob", TOMORROW)
        assert await code_of(stage.replays.finished_game(game, "bob")) == "sealed_daily"
        assert await code_of(stage.dailies.play(await stage.player("bob"), TODAY, "mini", practice=True)) == (
            "sealed_daily"
        )


async def test_a_sealed_daily_is_watched_by_nobody_who_may_still_play_it() -> None:
    async with Stage() as stage:
        seat = await begin(stage, "ann")
        assert seat.room
        room = seat.room.code
        for name in ("bob", "cho"):
            watcher = await stage.enter(room, name, watch=True)
            assert watcher.bye
            assert watcher.bye.code == "sealed_daily"
            assert watcher.heard == []
        await play(stage, "bob")
        assert (await stage.enter(room, "bob", watch=True)).sight.started
        assert (await stage.enter(room, "cho", watch=True)).bye
        await stage.clock.advance(reveals_at(TODAY) - stage.clock.now())
        assert (await stage.enter(room, "cho", watch=True)).bye is None


async def test_a_room_with_a_sealed_dailys_code_is_refused() -> None:
    async with Stage() as stage:
        await stage.dailies.make()
        codes = [stage.store.database.dailies[DailyKey(date, "mini")].deal.code for date in (TODAY, TOMORROW)]
        seat = await stage.enter(await stage.create("bob", Settings(VariantChoice("mini"), 1, None)), "bob")
        for code in codes:
            for variant in ("mini", "addiction"):
                settings = Settings(VariantChoice(variant), 1, None, code=code)
                assert await code_of(stage.create("bob", settings)) == "sealed_deal"
                await seat.says(SetSettings(settings))
                assert seat.refusal == "sealed_deal"
        await stage.clock.advance(reveals_at(TODAY) - NOON)
        assert await stage.create("bob", Settings(VariantChoice("mini"), 1, None, code=codes[0]))


# Every row can be checked


def verified(game: FinishedGame) -> Record:
    """The record of a game, which proves what is said of it."""
    assert game.record
    proved = verify(msgspec.to_builtins(game.record))
    assert proved["ok"]
    for name in ("won", "locked", "score", "moves", "shuffles", "time_ms"):
        assert proved[name] == getattr(game, name)
    return game.record


async def test_every_ranked_row_replays_to_what_it_shows_and_passes_verify(tmp_path: Path) -> None:
    async with Stage() as stage:
        for number in range(6):
            await play(stage, f"p{number}", moves=5 * number)
        commitment = (await daily_of(stage)).commitment
        await stage.clock.advance(reveals_at(TODAY) - stage.clock.now())
        page = await stage.boards.page(Board("daily", TODAY, "mini"), Slice(100))
        assert page.size == len(page.rows) == 6
        for row in page.rows:
            assert row.game
            game = await stage.replays.finished_game(row.game)
            assert (game.player, game.daily and game.daily.date, game.ranked) == (row.player, TODAY, True)
            record = verified(game)
            assert record.commitment == commitment
            for name in ("won", "score", "locked", "time_ms", "moves", "shuffles"):
                assert getattr(row, name) == getattr(game, name)
            (tmp_path / "record.json").write_bytes(msgspec.json.encode(record))
            assert main(["verify", str(tmp_path / "record.json")]) == 0


async def test_a_tampered_record_fails_at_the_action_that_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Stage() as stage:
        game = await play(stage, "ann", moves=12)
        await stage.clock.advance(reveals_at(TODAY) - stage.clock.now())
        record = msgspec.to_builtins(verified(await stage.replays.finished_game(game)))
    tokens = record["transcript"].split()
    assert len(tokens) == 13
    repeated = [*tokens[:7], tokens[6], *tokens[7:]]
    backwards = [*tokens[:4], tokens[4].rpartition(":")[0] + ":0", *tokens[5:]]
    for tampered, at, code in [
        ({"transcript": " ".join(repeated)}, 8, None),
        ({"transcript": " ".join(backwards)}, 5, "time_goes_back"),
        ({"transcript": " ".join([*tokens, "undo:99999999"])}, 14, "game_over"),
        ({"transcript": " ".join([*tokens[:3], "fly:1", *tokens[3:]])}, 4, None),
        ({"secret": "0" * 64}, 0, "commitment_mismatch"),
        ({"commitment": "0" * 64}, 0, "commitment_mismatch"),
    ]:
        (tmp_path / "record.json").write_text(json.dumps({**record, **tampered}))
        assert main(["verify", str(tmp_path / "record.json"), "--json"]) == 1
        error = json.loads(capsys.readouterr().out)["error"]
        assert error["at"] == at
        assert code in {None, error["code"]}


async def test_a_row_never_mixes_two_games() -> None:
    """Over many dates, each row of every board shows the figures of the one game that it links to."""
    async with Stage() as stage:
        for day in range(4):
            for name in ("ann", "bob"):
                await play(stage, name, date_of(NOON + day * DAY_MS), moves=3 + 7 * day)
            await stage.clock.advance(opens_at(date_of(NOON + (day + 1) * DAY_MS)) - stage.clock.now())
        await stage.clock.advance(DAY_MS + GRACE_MS)
        for kind, period in [("best", "all"), ("best", TODAY[:7]), ("daily", TODAY), ("streak", "all")]:
            page = await stage.boards.page(Board(kind, period, "mini"), Slice(100))  # type: ignore[arg-type]
            assert page.size == 2
            for row in page.rows:
                assert row.game
                game = await stage.replays.finished_game(row.game)
                assert game.player == row.player
                if kind != "streak":
                    for name in ("won", "score", "locked", "time_ms", "moves", "shuffles"):
                        assert getattr(row, name) == getattr(game, name)
                    assert row.value == game.score


# Ghosts


async def ghost_room(stage: Stage, name: str, game: str, settings: Settings | None = None) -> Seat:
    room = await stage.replays.room_against(await stage.player(name), game, settings or Settings())
    seat = await stage.enter(room.code, name)
    await seat.says(Start())
    return seat


async def test_a_ghost_is_raced_alone_on_its_own_deal_with_its_shuffles_as_practice() -> None:
    async with Stage() as stage:
        ann = await stage.enter(await stage.create("ann", Settings(VariantChoice("addiction", 5), 1, None)), "ann")
        await ann.says(Start())
        assert ann.sight.started
        assert ann.sight.mine
        await ann.says(Act(ann.sight.mine.game, 1, "shuffle"))
        shuffled = ann.sight.boards[ann.sight.mine.game]
        game = await resign(ann)
        bob = await ghost_room(stage, "bob", game)
        for _ in range(2):
            assert bob.sight.room
            assert (bob.sight.room.ghost, bob.sight.room.settings.seats) == (game, 1)
            assert bob.sight.started
            assert bob.sight.started.board == ann.sight.started.board
            assert bob.sight.race
            assert not bob.sight.race.ranked
            assert bob.sight.mine
            await bob.says(Act(bob.sight.mine.game, 1, "shuffle"))
            assert bob.sight.boards[bob.sight.mine.game] == shuffled
            mine = await resign(bob)
            seen = await stage.replays.finished_game(mine)
            assert not seen.ranked
            assert verified(seen).secret == verified(await stage.replays.finished_game(game)).secret
            await bob.says(Rematch())
        await bob.says(SetSettings(Settings(VariantChoice("mini"), 1, None)))
        assert bob.refusal == "fixed_room"


async def test_a_ghost_of_a_sealed_daily_is_refused_until_ones_own_game_has_ended() -> None:
    async with Stage() as stage:
        game = await play(stage, "ann", moves=2)
        bob = await stage.player("bob")
        assert await code_of(stage.replays.room_against(bob, game, Settings())) == "sealed_daily"
        await play(stage, "bob")
        seat = await ghost_room(stage, "bob", game)
        assert seat.sight.started
        assert seat.sight.room
        assert seat.sight.room.daily
        assert not seat.sight.room.daily.ranked
        watcher = await stage.enter(seat.sight.room.code, "cho", watch=True)
        assert watcher.bye
        assert watcher.bye.code == "sealed_daily"
        against = await resign(seat)
        assert (await stage.replays.finished_game(against, "ann")).record is None
        assert await code_of(stage.replays.finished_game(against, "cho")) == "sealed_daily"
        finished = seat.last(Finished)
        assert isinstance(finished, Finished)
        assert finished.reveal is None
        assert (await daily_of(stage)).played == 2


async def test_there_is_no_ghost_of_a_game_that_runs_or_is_unknown() -> None:
    async with Stage() as stage:
        ann = await stage.enter(await stage.create("ann", Settings(seats=1, limit_minutes=None)), "ann")
        await ann.says(Start())
        assert ann.sight.mine
        for game in (ann.sight.mine.game, "unknown"):
            bob = await stage.player("bob")
            assert await code_of(stage.replays.room_against(bob, game, Settings())) == "game_not_found"
