"""The log of a room's chat: what newcomers may read, and what is left of a player who is deleted."""

from gaprace.play.live.chat import INTERVAL_MS, MAX_LINES
from gaprace.rooms.chat import MAX_LOG_LINES, ChatLog
from gaprace.wire import Member, Said, Say
from tests.refusals import refused

ANN, BOB = Member("ann", "Ann"), Member("bob", "Bob")


def test_a_line_is_kept_with_its_author_and_its_time() -> None:
    log = ChatLog()
    said = log.say(ANN, Say(" hello ", "wow"), 5)
    assert said == Said("ann", "Ann", 5, "hello", "wow")
    assert log.lines == [said]


def test_the_last_lines_are_kept() -> None:
    log = ChatLog()
    said = [log.say(ANN, Say(str(number)), number * INTERVAL_MS) for number in range(MAX_LOG_LINES + 2)]
    assert log.lines == said[2:]


def test_lines_of_peers_are_added_once() -> None:
    log = ChatLog()
    mine, theirs = log.say(ANN, Say("one"), 1), Said("bob", "Bob", 2, "two")
    assert log.merge([mine, theirs]) == [theirs]
    assert log.merge([mine, theirs]) == []
    assert log.lines == [mine, theirs]


def test_a_member_who_says_too_much_is_refused_and_the_others_are_not() -> None:
    log = ChatLog()
    for number in range(MAX_LINES):
        log.say(ANN, Say(str(number)), number)
    with refused("chat_too_fast"):
        log.say(ANN, Say("more"), MAX_LINES)
    log.say(BOB, Say("hello"), MAX_LINES)
    log.say(ANN, Say("again"), INTERVAL_MS)
    with refused("chat_too_fast"):
        log.say(ANN, Say("more"), INTERVAL_MS)


def test_nothing_is_left_of_a_player_who_is_forgotten() -> None:
    log = ChatLog()
    for number in range(MAX_LINES):
        log.say(ANN, Say(str(number)), number)
    kept = log.say(BOB, Say("hello"), 9)
    log.forget("ann")
    log.forget("nobody")
    assert log.lines == [kept]
    log.say(ANN, Say("new here"), 10)
