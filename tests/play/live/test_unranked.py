"""Why a race is not ranked."""

import pytest

from gaprace.play.live.settings import why_unranked
from gaprace.wire import EventRoom, RoomView, Settings, VariantChoice

SOLO = Settings(seats=1, limit_minutes=None)


def a_room(settings: Settings, **purpose: object) -> RoomView:
    return RoomView("ROOM0001", 1, settings, "ann", [], **purpose)


@pytest.mark.parametrize(
    ("room", "reason"),
    [
        (a_room(Settings()), None),
        (a_room(Settings(certified=True, boards_open=True)), None),
        (a_room(Settings(code="0123456789")), "chosen_deal"),
        (a_room(Settings(VariantChoice(shuffles=1))), "custom_rules"),
        (a_room(Settings(hints=True)), "hints"),
        (a_room(Settings(seats=1, limit_minutes=None, hints=True)), None),
        (a_room(SOLO, ghost="g1"), "practice"),
        (a_room(SOLO, event=EventRoom("2026-11-21-mini", "daily", ranked=False, ends_at=1)), "practice"),
        (a_room(SOLO, event=EventRoom("2026-11-21-mini", "daily", ranked=True, ends_at=1)), None),
    ],
)
def test_a_race_is_ranked_if_it_is_new_to_all_and_nobody_can_be_helped(room: RoomView, reason: str | None) -> None:
    assert why_unranked(room) == reason
