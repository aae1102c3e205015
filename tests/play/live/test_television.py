"""The race that television shows."""

from msgspec.structs import replace

from gaprace.play.live.television import MIN_LEFT_MS, gap_of, live_race
from gaprace.rules.results import Result
from gaprace.wire import EventRoom, Member, RaceView, RoomView, Seat, Settings, VariantChoice

NOW = 1_700_000_000_000


def a_room(code: str, *players: str, ranked: bool = False, starts_at: int = NOW, listed_seats: int = 4) -> RoomView:
    race = RaceView(
        id=f"race {code}",
        number=1,
        variant=VariantChoice("mini"),
        commitment="",
        starts_at=starts_at,
        ends_at=NOW + 60_000,
        seats=[Seat(player, f"{code} {player}", player) for player in players],
        ranked=ranked,
    )
    members = [Member(player, player, bot=1 if player.startswith("bot") else None) for player in players]
    settings = Settings(variant=VariantChoice("mini"), seats=listed_seats)
    return RoomView(code, 1, settings, players[0], members, race)


def test_people_make_a_race_interesting_then_a_ranked_result_then_the_number_of_players_then_how_far_it_is() -> None:
    bots = a_room("BOTS", "ann", "bot-1", "bot-2", "bot-3")
    two = a_room("TWO", "ann", "bob")
    ranked = a_room("RANKED", "ann", "bob", ranked=True)
    three = a_room("THREE", "ann", "bob", "cho", starts_at=NOW)
    longer = a_room("LONGER", "ann", "bob", "cho", starts_at=NOW - 1)
    order = [bots, two, ranked, three, longer]
    for count in range(1, len(order) + 1):
        assert live_race(order[:count], None, NOW) == order[count - 1].code


def test_nobody_is_shown_a_race_of_their_own() -> None:
    rooms = [a_room("A", "ann", "bob", "cho"), a_room("B", "dee", "eve")]
    assert live_race(rooms, None, NOW) == live_race(rooms, "dee", NOW) == "A"
    assert live_race(rooms, "bob", NOW) == "B"
    assert live_race(rooms[:1], "bob", NOW) is None


def test_what_is_over_about_to_end_alone_or_on_a_deal_that_others_play_is_not_shown() -> None:
    room = a_room("A", "ann", "bob")
    assert room.race
    soon = NOW + 60_000 - MIN_LEFT_MS
    late = replace(room, race=replace(room.race, spectator_delay_s=30))
    assert (live_race([room], None, soon), live_race([room], None, soon + 1)) == ("A", None)
    assert live_race([late], None, soon + 30_000) == "A"
    endless = replace(room, race=replace(room.race, ends_at=None))
    assert live_race([endless], None, soon + 10**9) == "A"
    daily = replace(room, event=EventRoom("2023-11-14-mini", "daily", ranked=True, ends_at=1))
    over, lobby = replace(room, race=replace(room.race, standings=[])), replace(room, race=None)
    for other in (daily, over, lobby, a_room("S", "ann", listed_seats=1), a_room("ONE", "ann")):
        assert live_race([other], None, NOW) is None


def won(time_ms: int) -> Result:
    return Result(True, 24, 34, time_ms, 20, time_ms, 0)


def stopped(locked: int, reached_ms: int, *, moves: int = 5) -> Result:
    return Result(False, locked, locked, 60_000, moves, reached_ms, 0)


def test_a_race_was_close_by_cards_and_then_by_time() -> None:
    assert gap_of([won(50_900), won(50_000)]) == (0, 900)
    assert gap_of([stopped(18, 2_000), stopped(20, 1_000), stopped(3, 500)]) == (2, 1_000)
    assert gap_of([stopped(23, 40_000), won(50_000)]) == (1, 10_000)
    assert gap_of([stopped(9, 0), stopped(9, 0, moves=0)]) is None
    assert gap_of([]) is None
