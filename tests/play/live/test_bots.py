import re

from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.live.bots import LEVELS, PACE_MS, bot_id, bot_name, level_of, next_bot, pause_ms, style_of
from gaprace.play.live.readiness import starts_automatically
from gaprace.play.live.room import new_room
from gaprace.wire import Member, Settings


@given(st.sampled_from(LEVELS), st.integers(1, 99))
def test_the_id_of_a_bot_tells_its_level_and_its_name(level: int, number: int) -> None:
    assert level_of(bot_id(level, number)) == level
    assert re.fullmatch(r"[A-Z][a-z]+ \(bot\)", bot_name(bot_id(level, number)))
    assert len(bot_id(level, number)) <= 32


@given(st.text(alphabet="0123456789abcdef", min_size=16, max_size=16))
def test_no_person_has_an_id_like_a_bot(player: str) -> None:
    assert level_of(player) == 0


def test_bots_of_a_room_are_told_apart_and_two_rooms_begin_with_others() -> None:
    members = [Member("ann", bot_name(bot_id(3, 7)))]
    for step in range(40):
        members.append(next_bot(LEVELS[step % 5], "ROOM", members))
    assert len({member.name for member in members}) == 41
    assert next_bot(1, "ROOM", [members[0], *members[2:]]).id == members[1].id
    of_one_level: list[Member] = []
    for _ in range(50):
        of_one_level.append(next_bot(5, "ROOM", of_one_level))
    assert len({member.id for member in of_one_level}) == 50
    assert all(level_of(member.id) == 5 for member in of_one_level)
    assert len({next_bot(3, f"ROOM{number}", []).name for number in range(20)}) > 10


def test_every_game_of_a_bot_has_a_style_of_its_own_and_not_every_action_takes_as_long() -> None:
    assert len({style_of(f"game {number}") for number in range(100)}) == 100
    assert style_of("game 1") == style_of("game 1")
    assert len({pause_ms(1, "game", n) for n in range(50)}) > 40


@given(st.sampled_from(LEVELS), st.text(max_size=32), st.integers(0, 5000))
def test_a_bot_takes_about_its_pace_for_an_action(level: int, game: str, n: int) -> None:
    pause = pause_ms(level, game, n)
    assert pause == pause_ms(level, game, n)
    assert PACE_MS[level] // 2 <= pause <= PACE_MS[level] * 3 // 2


def test_a_bot_stays_ready_never_hosts_and_may_come_back_after_a_kick() -> None:
    room = new_room("ROOM", Member("ann", "Ann"), Settings()).with_bot("ann", 2)
    assert not starts_automatically(room.view, ["ann"])
    assert starts_automatically(room.with_ready("ann", ready=True).view, ["ann"])
    room = room.joined("bob", "Bob")
    bot = room.view.members[1]
    assert room.with_settings("ann", Settings(boards_open=True)).member(bot.id) == bot
    assert room.left("ann").view.host == "bob"
    assert room.left("ann").left("bob").view.host is None
    kicked = room.with_kicked("ann", bot.id, ["ann"])
    assert (kicked.member(bot.id), kicked.kicked) == (None, ())
    assert kicked.with_bot("ann", 2).member(bot.id) == bot
