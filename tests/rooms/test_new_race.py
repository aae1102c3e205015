"""The draw of a race: what is drawn, what is given, and when there is none."""

from dataclasses import replace

from msgspec import structs

from gaprace.play.events.calendar import DAY_MS, midnight_of
from gaprace.play.live.bots import bot_id
from gaprace.play.live.phases import COUNTDOWN_MS
from gaprace.ports import StoredCertificate
from gaprace.rooms.new_race import draw_race, race_view
from gaprace.rules.variants import VARIANTS
from gaprace.wire import Member, RaceView, RoomView, Settings, VariantChoice
from gaprace.wire import Seat as SeatView
from tests.memory_store import MemoryStore
from tests.refusals import refused
from tests.store.material import TODAY, a_daily

NOON = midnight_of(TODAY.date) + DAY_MS // 2
MINI = Settings(VariantChoice("mini"), seats=3, limit_minutes=2)
CERTIFICATE = StoredCertificate(par=41, harder_permille=300, line="2C@0")
BOT = bot_id(3, 1)
MEMBERS = [Member("ann", "Ann"), Member(BOT, "Ada (bot)", bot=3), Member("cli", "Cli (bot)", program=True)]


def a_room(settings: Settings = MINI, race: RaceView | None = None, **purpose: object) -> RoomView:
    return RoomView("ROOM0001", 1, settings, "ann", MEMBERS, race=race, **purpose)


async def test_a_race_is_drawn_for_its_players_with_a_fresh_deal_and_a_countdown() -> None:
    race = await draw_race(MemoryStore(), a_room(), ["ann", "bob", "cli", BOT], NOON)
    other = await draw_race(MemoryStore(), a_room(), ["ann", "bob", "cli", BOT], NOON)
    assert (race.room, race.number, race.daily, race.ended_at) == ("ROOM0001", 1, None, None)
    assert (race.starts_at, race.ends_at) == (NOON + COUNTDOWN_MS, NOON + COUNTDOWN_MS + 2 * 60_000)
    assert {game.player for game in race.games if game.ranked} == {"ann", "bob"}, "neither programs nor bots"
    assert len({race.id, other.id, *[game.id for each in (race, other) for game in each.games]}) == 10
    assert race.deal.variant == VARIANTS["mini"]
    assert race.deal.code != other.deal.code
    assert race.deal.secret != other.deal.secret
    assert len(race.deal.secret) == 32


async def test_programs_count_among_programs_where_people_are_ranked_and_bots_never() -> None:
    members = [*MEMBERS, Member("dee", "Dee (bot)", program=True)]
    players = ["ann", BOT, "cli", "dee"]
    for settings, counted in [(MINI, {"cli", "dee"}), (Settings(code="0123456789"), set())]:
        race = await draw_race(MemoryStore(), structs.replace(a_room(settings), members=members), players, NOON)
        assert {game.player for game in race.games if game.among_programs} == counted


async def test_before_the_start_everyone_sees_all_of_a_race_but_its_deal() -> None:
    race = await draw_race(MemoryStore(), a_room(), ["ann", BOT], NOON)
    ann, bot = race.games
    assert race_view(race, a_room(), CERTIFICATE) == RaceView(
        id=race.id,
        number=1,
        variant=VariantChoice("mini"),
        commitment=race.deal.commitment,
        starts_at=race.starts_at,
        ends_at=race.ends_at,
        seats=[SeatView("ann", ann.id), SeatView(BOT, bot.id)],
        ranked=True,
        par=41,
        harder_permille=300,
    )
    unranked = race_view(replace(race, games=(bot,)), a_room())
    assert (unranked.ranked, unranked.par, unranked.harder_permille) == (False, None, None)
    custom = race_view(race, a_room(Settings(VariantChoice(shuffles=1), spectator_delay_s=60)))
    assert (custom.unranked, custom.spectator_delay_s) == ("custom_rules", 60)


async def test_neither_a_game_nor_a_daily_that_is_not_stored_is_raced() -> None:
    solo, store = Settings(VariantChoice(TODAY.variant), seats=1, limit_minutes=None), MemoryStore()
    await store.add_daily(a_daily(variant="mini"))
    with refused("challenge_not_found"):
        await draw_race(store, a_room(solo, event=a_daily().event.room()), ["ann"], NOON)
    with refused("game_not_found"):
        await draw_race(store, a_room(solo, ghost="none"), ["bob"], NOON)
