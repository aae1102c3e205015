"""Challenges: made, entered, played once, sealed, ended, and shown as one race."""

from dataclasses import replace

import msgspec
import pytest

from gaprace.play.events import event as rules
from gaprace.play.events.event import HOUR_MS, MAX_OPEN, SHOWN_MS
from gaprace.play.events.windows import window_of
from gaprace.ports import CertifiedDeal, StoredBlock, StoredCertificate
from gaprace.wire import Settings, Start, VariantChoice
from gaprace.wire.http import Challenge, NewChallenge
from tests.events.daily_stage import TODAY, make_move, play_on, resign, start
from tests.groups.test_groups import Club
from tests.memory_store.store import MemoryTransaction
from tests.refusals import code_of
from tests.rooms.stage import NOON, SOLO, Seat, Stage

MINI = NewChallenge(variant="mini", hours=24)


class Table:
    """A stage with the service of challenges, and what reads them."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.challenges = stage.challenges

    async def make(self, name: str = "ann", new: NewChallenge = MINI) -> str:
        return (await self.challenges.create(await self.stage.player(name), new)).code

    async def view(self, code: str, name: str | None = None) -> Challenge:
        return await self.challenges.view(code, name)

    async def begin(self, code: str, name: str) -> Seat:
        return await start(self.stage, await self.challenges.play(await self.stage.player(name), code), name)

    async def play(self, code: str, name: str, moves: int = 2) -> str:
        """Play a game to its end; give its id."""
        return await play_on(await self.begin(code, name), moves)

    async def playing_refused(self, code: str, name: str) -> str:
        return await code_of(self.challenges.play(await self.stage.player(name), code))


@pytest.fixture
def table(stage: Stage) -> Table:
    return Table(stage)


def states(challenge: Challenge) -> dict[str, str]:
    return {each.player: each.state for each in challenge.players}


# Making


async def test_the_challenger_has_the_first_place_and_sees_no_layout(table: Table) -> None:
    made = await table.view(await table.make(), "ann")
    assert (made.player, made.name, states(made), made.mine) == ("ann", "ann", {"ann": "waits"}, "waits")
    assert (made.ends_at, made.ranked, made.places) == (NOON + 24 * HOUR_MS, True, None)
    deal = table.stage.store.database.events[made.code].deal
    assert made.commitment == deal.commitment
    assert deal.code not in msgspec.json.encode(made).decode()


async def test_a_certified_deal_is_taken_once_and_its_proof_is_shown(table: Table) -> None:
    new = NewChallenge("certified", "mini")
    assert await code_of(table.make(new=new)) == "no_certified_deal"
    await table.stage.store.add_certified("mini", CertifiedDeal("0123456789", StoredCertificate(30, 500, "6D@27")), 1)
    made = await table.view(await table.make(new=new))
    assert (made.certificate.par, made.certificate.line) == (30, None)


async def test_a_game_of_ones_own_is_the_one_to_beat_and_is_for_fun(table: Table) -> None:
    (seat,) = await table.stage.seats("ann", settings=SOLO)
    await seat.says(Start())
    await make_move(seat)
    new = NewChallenge("game", game=seat.game)
    assert await code_of(table.make("ann", new)) == "game_not_found"  # it still runs
    game = await resign(seat)
    assert await code_of(table.make("bob", new)) == "game_not_found"
    assert await code_of(table.make(new=NewChallenge(variant="poker"))) == "bad_challenge"
    made = await table.view(await table.make("ann", new), "bob")
    assert (made.ranked, made.variant, states(made)) == (False, VariantChoice("mini"), {"ann": "done"})
    assert (made.target.player, made.target.moves, made.target.game) == ("ann", 1, None)
    assert made.results == []
    await table.play(made.code, "bob")
    after = await table.view(made.code, "bob")
    assert {each.player for each in after.results} == {"ann", "bob"}
    assert after.target.game == game


async def test_a_daily_can_be_taken_after_its_reveal(table: Table) -> None:
    await table.stage.dailies.make()
    new = NewChallenge("daily", "mini", date=TODAY)
    assert await code_of(table.make(new=new)) == "sealed_daily"
    await table.stage.clock.advance(window_of(TODAY).ends_at - NOON)
    made = await table.view(await table.make(new=new))
    assert (made.daily.date, made.ranked) == (TODAY, False)
    assert await code_of(table.make(new=NewChallenge("daily", "mini", date="1999-01-01"))) == "daily_not_found"


async def test_a_player_has_a_number_of_open_challenges(table: Table) -> None:
    for _ in range(MAX_OPEN):
        await table.make()
    assert await code_of(table.make()) == "too_many_challenges"
    await table.stage.clock.advance(24 * HOUR_MS, asleep=True)
    await table.challenges.end_due()
    await table.make()


# One game each


async def test_each_player_has_one_game_in_one_room(table: Table) -> None:
    code = await table.make()
    seat = await table.begin(code, "bob")
    assert await table.challenges.play(await table.stage.player("bob"), code) == seat.code
    assert (await table.view(code, "bob")).room == seat.code
    await resign(seat)
    assert await table.playing_refused(code, "bob") == "challenge_played"
    program = replace(await table.stage.player("cli"), program=True)
    assert await code_of(table.challenges.play(program, code)) == "challenge_for_people"
    await seat.says(Start())
    assert seat.refusal == "challenge_played"


async def test_places_are_taken_and_given_back(table: Table) -> None:
    code = await table.make(new=NewChallenge(variant="mini", places=2))
    await table.challenges.enter(await table.stage.player("bob"), code)
    assert await table.playing_refused(code, "cho") == "challenge_full"
    assert await code_of(table.challenges.enter(await table.stage.player("cho"), code)) == "challenge_full"
    await table.challenges.leave(await table.stage.player("bob"), code)
    seat = await table.begin(code, "cho")
    left = await table.challenges.leave(await table.stage.player("cho"), code)
    assert states(left) == {"ann": "waits", "cho": "plays"}
    await resign(seat)


# The end


async def test_it_ends_when_all_places_have_finished_and_is_one_race(table: Table) -> None:
    code = await table.make(new=NewChallenge(variant="mini", places=2))
    games = {"ann": await table.play(code, "ann")}
    assert (await table.view(code, "ann")).results == []
    games["bob"] = await table.play(code, "bob", moves=3)
    ended = await table.view(code)
    assert ended.ended_at == table.stage.clock.now()
    assert {each.player for each in ended.results} == {"ann", "bob"}
    assert await table.playing_refused(code, "cho") == "challenge_over"
    page = await table.stage.pages.page(code)
    assert {each.player: each.game for each in page.games} == games
    assert all(each.transcript for each in page.games)
    assert (page.id, page.challenge, page.code) == (code, code, table.stage.store.database.events[code].deal.code)
    summary = await table.stage.summaries.race(code)
    assert {*summary.names.values()} == {"ann", "bob"}
    assert len(summary.places) == 2


async def test_it_ends_when_its_time_is_up_and_games_that_run_end_with_it(table: Table) -> None:
    code = await table.make()
    table.stage.runs(table.challenges.end_due)
    seat = await table.begin(code, "bob")
    await make_move(seat)
    await table.stage.clock.advance(24 * HOUR_MS - 1, asleep=True)
    assert (await table.view(code)).ended_at is None
    await table.stage.clock.advance(1_001)
    ended = await table.view(code)
    assert (ended.ended_at, states(ended)) == (NOON + 24 * HOUR_MS, {"ann": "waits", "bob": "done"})
    assert await table.playing_refused(code, "cho") == "challenge_over"


async def test_a_game_without_a_move_is_no_result_and_keeps_its_place(table: Table) -> None:
    code = await table.make(new=NewChallenge(variant="mini", places=2))
    await table.play(code, "ann", moves=0)
    await table.play(code, "bob")
    ended = await table.view(code)
    assert states(ended) == {"ann": "done", "bob": "done"}
    assert [each.player for each in ended.results] == ["bob"]


# The seal


async def test_the_room_of_a_game_is_for_its_player_alone(table: Table) -> None:
    seat = await table.begin(await table.make(), "bob")
    code = seat.code
    for name in ("ann", "cho"):
        assert await table.stage.rooms.view(code, name) is None
        for watch in (False, True):
            other = await table.stage.enter(code, name, watch=watch)
            assert other.bye.code == "room_not_found"
    assert await table.stage.rooms.view(code, "bob")
    assert (await table.stage.enter(code, "bob", watch=True)).bye
    await resign(seat)
    assert seat.replica.race.reveal is None


async def test_the_deal_of_an_open_ranked_challenge_opens_no_room(table: Table) -> None:
    code = await table.make()
    deal = table.stage.store.database.events[code].deal
    opened = table.stage.create("cho", Settings(VariantChoice("mini"), code=deal.code))
    assert await code_of(opened) == "sealed_deal"
    assert await table.stage.summaries.opening(deal.variant, deal.code) is None
    await table.stage.clock.advance(24 * HOUR_MS, asleep=True)
    await table.challenges.end_due()
    await table.stage.create("cho", Settings(VariantChoice("mini"), code=deal.code))


# Lists, groups, blocks, deletion


async def test_the_list_has_what_is_mine_and_for_some_days_what_has_ended(table: Table) -> None:
    code = await table.make()
    await table.make("cho")
    await table.challenges.enter(await table.stage.player("bob"), code)
    for name, count in (("ann", 1), ("bob", 1), ("cho", 1), ("dee", 0)):
        assert len((await table.challenges.of_player(name)).challenges) == count, name
    await table.stage.clock.advance(24 * HOUR_MS, asleep=True)
    await table.challenges.end_due()
    assert (await table.challenges.of_player("bob")).challenges[0].ended_at
    await table.stage.clock.advance(SHOWN_MS + 1, asleep=True)
    assert (await table.challenges.of_player("bob")).challenges == []


async def test_one_that_cannot_be_read_keeps_no_other_from_its_end(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    codes = sorted([await table.make(), await table.make("cho")])
    read = MemoryTransaction.lock_event

    async def lock_event(tx: MemoryTransaction, code: str) -> rules.Event | None:
        if code == codes[0]:
            raise ValueError("its rules are those of a version that was rolled back")
        return await read(tx, code)

    monkeypatch.setattr(MemoryTransaction, "lock_event", lock_event)
    table.stage.clock.put_back(-24 * HOUR_MS)
    await table.challenges.end_due()
    challenges = table.stage.store.database.events
    assert [challenges[each].ended_at is not None for each in codes] == [False, True]
    assert codes[0] in caplog.text


async def test_one_of_a_group_awaits_its_members_and_ends_when_all_have_finished(table: Table) -> None:
    club = Club(table.stage)
    await club.found()
    await club.joins("bob", "cho")
    code = await table.make("ann", NewChallenge(variant="mini", group=club.code))
    assert (await table.challenges.of_player("cho")).challenges[0].code == code
    for name in ("ann", "bob", "cho"):
        assert (await table.view(code, "ann")).ended_at is None
        await table.play(code, name)
    ended = (await table.challenges.of_group(club.code, "bob")).challenges
    assert [(each.code, each.group_name, len(each.results)) for each in ended] == [(code, "Chess Club", 3)]
    assert await table.stage.summaries.race(code) is None
    await club.groups.delete(await table.stage.player("ann"), club.code, "Chess Club")
    assert await code_of(table.view(code, "ann")) == "challenge_not_found"
    assert (await table.stage.replays.finished_game(ended[0].results[0].game or "")).challenge is None


async def test_only_members_play_in_a_public_group(table: Table) -> None:
    club = Club(table.stage)
    await club.found(private=False)
    code = await table.make("ann", NewChallenge(variant="mini", group=club.code))
    assert (await table.view(code, "dee")).group_name == "Chess Club"
    assert await table.playing_refused(code, "dee") == "group_members_only"
    assert await code_of(table.make("dee", NewChallenge(group=club.code))) == "group_members_only"


async def test_who_is_blocked_does_not_find_it_and_learns_nothing(table: Table) -> None:
    code = await table.make()
    await table.challenges.enter(await table.stage.player("bob"), code)
    for other in ("bob", "cho"):
        await table.stage.player(other)
        await table.stage.store.add_block(StoredBlock("ann", other, 1))
    assert await code_of(table.view(code, "cho")) == "challenge_not_found"
    assert await table.playing_refused(code, "cho") == "challenge_not_found"
    assert (await table.view(code, "bob")).mine == "waits"


async def test_export_and_deletion_cover_challenges(table: Table) -> None:
    code = await table.make()
    await table.play(code, "ann")
    await table.challenges.enter(bob := await table.stage.player("bob"), code)
    for name, made in (("ann", True), ("bob", False)):
        exported = (await table.stage.exported(name)).records["challenges"]
        assert [(each["code"], each["made"], bool(each["entry"]["game"])) for each in exported] == [(code, made, made)]
    assert await table.stage.store.delete_player(bob.id, "Deleted", 1)
    assert states(await table.view(code)) == {"ann": "done"}
    ann = await table.stage.player("ann")
    assert await table.stage.store.delete_player(ann.id, "Deleted", 1)
    shown = await table.view(code)
    assert (shown.name, [each.name for each in shown.players]) == ("Deleted", ["Deleted"])
