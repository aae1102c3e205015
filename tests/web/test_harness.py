"""The rooms of the harness have the interface of the real ones."""

from inspect import getmembers, isfunction, signature

import pytest

from gaprace.rooms.live_room import LiveRoom
from gaprace.rooms.quick_races import QuickRaces
from gaprace.rooms.registry import RoomRegistry
from tests.web.harness import FakeQuickRaces, FakeRoom, FakeRooms


@pytest.mark.parametrize(
    ("fake", "real"), [(FakeRooms, RoomRegistry), (FakeRoom, LiveRoom), (FakeQuickRaces, QuickRaces)]
)
def test_a_fake_has_methods_of_the_real_one(fake: type, real: type) -> None:
    for name, method in getmembers(fake, isfunction):
        if not name.startswith("_"):
            assert [*signature(method).parameters] == [*signature(getattr(real, name)).parameters], name
