"""The feeds of a group: what they say, and when their addresses end."""

from xml.etree.ElementTree import fromstring

import httpx2
import pytest

from gaprace.groups.feeds import FeedDay, GroupFeed
from gaprace.play.events.windows import window_of
from gaprace.web.pages.group_feeds import atom_of
from gaprace.wire.http.webhook_messages import DailyResults, RankedPlayer
from tests.events.daily_stage import TODAY, play
from tests.groups.test_groups import Club
from tests.rooms.stage import Stage
from tests.web.harness import BASE, web_of

ATOM = "{http://www.w3.org/2005/Atom}"
PLACES = [
    RankedPlayer(True, 48, 58, 83_000, 9, 83_000, 0, rank=1, name="Ann, the \\ first; " + "é" * 60, against_group=3.14),
    RankedPlayer(False, 4, 4, 9, 1, 9, 0, rank=2, name="Bob", against_group=-3.1),
]
DAYS = [
    FeedDay(
        "2026-11-22",
        is_revealed=False,
        changed_at=window_of("2026-11-22").opens_at,
        dailies=[DailyResults("mini", 2, [])],
    ),
    FeedDay(
        "2026-11-21",
        is_revealed=True,
        changed_at=window_of("2026-11-21").ends_at,
        dailies=[DailyResults("addiction", 2, PLACES)],
    ),
    FeedDay("2026-11-20", is_revealed=True, changed_at=window_of("2026-11-20").ends_at, dailies=[]),
]
FEED = GroupFeed("GROUP00001", "Tea, Coffee & Co", DAYS)


def test_an_atom_feed_has_an_entry_for_each_date() -> None:
    root = fromstring(atom_of(FEED, BASE))  # noqa: S314 (our own)
    entries = root.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}id") for entry in entries] == [f"{BASE}/group/GROUP00001/{day.date}" for day in DAYS]
    assert [entry.findtext(f"{ATOM}content") for entry in entries] == [
        "mini: 2 played.",
        f"addiction: 2 played. 1. {PLACES[0].name} +3.1, won in 1:23. 2. Bob -3.1, not won.",
        "Nobody played.",
    ]
    assert entries[2].findtext(f"{ATOM}title") == "Tea, Coffee & Co, 2026-11-20: nobody played"
    assert root.findtext(f"{ATOM}updated") == "2026-11-22T14:00:00Z"
    empty = fromstring(atom_of(GroupFeed("G", "Empty", []), BASE))  # noqa: S314 (our own)
    assert empty.findall(f"{ATOM}entry") == []


class FeedClub(Club):
    """Ann's group with Bob in it, and its feed."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.web = web_of(stage)
        self.feed = ""

    async def found(self, **settings: bool) -> None:
        await super().found(**settings)
        await self.joins("bob")
        self.feed = (await self.groups.view(self.code, "bob")).feed or ""

    async def ask(self, feed: str = "") -> httpx2.Response:
        async with self.web.browser() as reader:
            return await reader.get(f"/feeds/{feed or self.feed}.atom")

    async def code_of(self, feed: str = "") -> str:
        return str((await self.ask(feed)).json()["code"])


@pytest.fixture
async def club(stage: Stage) -> FeedClub:
    club = FeedClub(stage)
    await club.found()
    return club


async def test_results_are_in_a_feed_after_the_reveal(club: FeedClub) -> None:
    await play(club.stage, "ann")
    before = await club.ask()
    assert before.headers["content-type"].startswith("application/atom+xml")
    assert "mini: 1 played." in before.text
    assert "1. ann" not in before.text
    await club.stage.clock.advance(window_of(TODAY).ends_at - club.stage.clock.now())
    assert "mini: 1 played. 1. ann +0.0" in (await club.ask()).text


async def test_the_address_of_a_feed_is_a_secret(club: FeedClub) -> None:
    code, secret = club.feed.split("/")
    for wrong in (f"{code}/{secret[:-1]}", f"{code}/é", f"ZZZZZZZZZZ/{secret}"):
        assert await club.code_of(wrong) == "group_not_found"
    assert (await club.ask(club.feed.replace(code, code.lower(), 1))).status_code == 200


async def test_the_address_ends_with_the_link(club: FeedClub) -> None:
    await club.groups.renew_invitation(await club.stage.player("ann"), club.code)
    assert await club.code_of() == "group_not_found"
    renewed = (await club.groups.view(club.code, "bob")).feed or ""
    assert (await club.ask(renewed)).status_code == 200
