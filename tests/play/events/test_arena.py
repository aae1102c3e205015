"""The steps of arenas and cups, who may enter, and when one comes again."""

from dataclasses import replace

from gaprace.errors import Refusal
from gaprace.play.events.arena import (
    MAX_PLAYERS,
    MINUTE_MS,
    PAUSE_MS,
    Arena,
    ArenaEntry,
    Finish,
    Round,
    Settle,
    again,
    begun,
    finished,
    next_start,
    next_step,
    settled,
)
from gaprace.play.events.calendar import DAY_MS
from tests.refusals import is_sentence, refused

START = 1_700_000_000_000
ARENA = Arena("CODE", "Friday", "ann", "arena", "mini", START - 1, START, MINUTE_MS, rounds=3, due_at=START)
CUP = replace(ARENA, form="cup", rounds=0, entries=tuple(ArenaEntry(each, n) for n, each in enumerate("abcde")))


def refusal(arena: Arena, now: int) -> str:
    """The code with which a new entry is refused; empty if it is not."""
    try:
        arena.refuse_entry(now)
    except Refusal as error:
        return error.code if is_sentence(error.message) else error.message
    return ""


# An arena


def test_rounds_of_an_arena_follow_each_other_by_the_clock() -> None:
    arena = ARENA
    assert next_step(arena, START - 1, is_round_over=True) is None
    for number in (1, 2, 3):
        at = START + (number - 1) * MINUTE_MS
        step = next_step(arena, at, is_round_over=False)
        assert step == Round(number, at + MINUTE_MS)
        arena = begun(arena, step)
        assert (arena.round, arena.due_at) == (number, at + MINUTE_MS)
        assert next_step(arena, at + MINUTE_MS - 1, is_round_over=False) is None
    end = START + 3 * MINUTE_MS
    assert next_step(arena, end, is_round_over=False) is None  # a last game is still being ended
    step = next_step(arena, end + 500, is_round_over=True)
    assert step == Finish(end)
    arena = finished(arena, end)
    assert (arena.ended_at, arena.due_at) == (end, None)
    assert next_step(arena, end + 1_000, is_round_over=True) is None


def test_an_arena_goes_on_in_the_middle_of_a_round_after_an_outage_and_leaves_out_what_it_missed() -> None:
    arena = begun(ARENA, Round(1, START + MINUTE_MS))
    assert next_step(arena, START + 2 * MINUTE_MS + 30_000, is_round_over=True) == Round(3, START + 3 * MINUTE_MS)


# A cup


def test_a_cup_halves_its_field_until_one_is_left() -> None:
    cup, now, sizes = CUP, START, []
    assert next_step(cup, START - 1, is_round_over=True) is None
    while True:
        step = next_step(cup, now, is_round_over=True)
        if step is None:
            assert next_step(cup, now + PAUSE_MS - 1, is_round_over=True) is None
            now += PAUSE_MS
        elif isinstance(step, Round):
            sizes.append(len(cup.through))
            assert step == Round(len(sizes), now + MINUTE_MS)
            cup = begun(cup, step)
            assert next_step(cup, now + MINUTE_MS, is_round_over=False) is None
        elif isinstance(step, Settle):
            cup = settled(cup, [each.player for each in cup.through], now)
        else:
            break
    assert step == Finish(now)
    assert sizes == [5, 3, 2]
    assert {each.player: each.out_after for each in cup.entries} == {"a": None, "b": 3, "c": 2, "d": 1, "e": 1}


def test_those_without_a_result_are_out_of_a_cup_and_one_of_less_than_two_ends_at_once() -> None:
    cup = settled(begun(CUP, Round(1, 0)), ["b"], START)
    assert [each.player for each in cup.through] == ["b"]
    assert next_step(cup, START, is_round_over=True) == Finish(START)
    nobody = settled(begun(CUP, Round(1, 0)), [], START)
    assert next_step(nobody, START, is_round_over=True) == Finish(START)
    alone = replace(CUP, entries=CUP.entries[:1])
    assert next_step(alone, START, is_round_over=True) == Finish(START)


def test_who_was_removed_during_a_round_of_a_cup_takes_nobody_a_place_in_the_next() -> None:
    playing = begun(CUP, Round(1, 0))
    without_b = replace(playing, entries=tuple(each for each in playing.entries if each.player != "b"))
    assert [each.player for each in settled(without_b, [*"abcde"], START).through] == ["a", "c"]


# Entries


def test_an_arena_is_entered_until_its_end_and_a_cup_until_its_start() -> None:
    assert [refusal(ARENA, now) for now in (0, START, START + 3 * MINUTE_MS - 1)] == ["", "", ""]
    assert refusal(ARENA, START + 3 * MINUTE_MS) == "arena_over"
    assert [refusal(CUP, now) for now in (START - 1, START)] == ["", "arena_begun"]
    assert refusal(finished(CUP, START + 1), START + 1) == "arena_over"
    full = tuple(ArenaEntry(f"p{n}", n) for n in range(MAX_PLAYERS))
    assert refusal(replace(ARENA, entries=full), START) == "arena_full"


def test_newcomers_are_put_into_the_smallest_team_unless_they_choose() -> None:
    teams = replace(ARENA, teams=3, entries=(ArenaEntry("a", 1, 1), ArenaEntry("b", 2, 3)))
    assert [teams.team_for(0), teams.team_for(1), ARENA.team_for(2)] == [2, 1, 0]
    with refused("no_such_team"):
        teams.team_for(4)


# Again and again


def test_an_arena_comes_again_at_the_same_time_of_day() -> None:
    berlin = replace(CUP, starts_at=1_792_774_800_000, repeat_days=7, zone="Europe/Berlin")  # 23 October 2026, 19:00
    after = next_start(berlin, berlin.starts_at)
    assert after == berlin.starts_at + 7 * DAY_MS + 60 * MINUTE_MS  # the clocks were put back on 25 October
    assert next_start(berlin, berlin.starts_at + 20 * DAY_MS) == berlin.starts_at + 21 * DAY_MS + 60 * MINUTE_MS
    assert next_start(replace(berlin, entries=()), 0) is None
    assert next_start(replace(berlin, repeat_days=0), 0) is None


def test_one_that_comes_again_begins_anew() -> None:
    done = finished(begun(replace(CUP, repeat_days=1), Round(1, 0)), START + 5)
    new = again(done, "NEXT", START + DAY_MS, START + 5)
    assert (new.code, new.starts_at, new.due_at, new.entries) == ("NEXT", START + DAY_MS, START + DAY_MS, ())
    assert (new.round, new.settled, new.ended_at, new.name, new.repeat_days) == (0, 0, None, "Friday", 1)
