"""The page of a race, and that of two players against each other."""

import re
from random import Random

import pytest
from msgspec import Struct
from playwright.async_api import Route, expect

from gaprace.play.standings import race_rank
from gaprace.rooms.endings import stored_result_of
from gaprace.rules.results import fields_of, result_of
from gaprace.rules.variants import VARIANTS
from gaprace.wire import Seat, VariantChoice, encode
from gaprace.wire.http import RacedGame, RacePage, SeriesGame, SeriesPage, SeriesRace, SeriesScoreRow
from tests.browser.guest import DESKTOP, EASY_DEAL, PHONE, TINY, Guest, Guests
from tests.browser.page_checks import is_well, looks_finished, resize
from tests.browser.scenes import NAMES
from tests.browser.test_race import both_ready
from tests.positions import random_deal, random_game

WIDE = (1920, 1080)
BOARDS_DIFFER = "() => new Set([...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL())).size > 1"
BOARDS_ARE_ALIKE = (
    "() => new Set([...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL())).size === 1"
)
PLAYS = "(button) => { button.click(); return !!document.querySelector('[aria-label=Pause]'); }"
"""Begins a replay, and looks at once: that of a short race may be over before a look from outside."""


async def answers(guest: Guest, path: str, body: Struct) -> None:
    """Have the API answer with this, in place of the server."""

    async def answer(route: Route) -> None:
        await route.fulfill(body=encode(body), content_type="application/json")

    await guest.page.route(f"**/api/v1/{path}", answer)


async def show_race(guest: Guest, players: int) -> None:
    """Show the page of a race of many who have played at random."""
    await answers(guest, "races/fifty", race_of(players))
    await guest.open("/race/fifty")
    await expect(guest.page.get_by_role("slider")).to_be_visible()


async def open_race(guest: Guest) -> None:
    await guest.sees_all_numbers()
    await guest.page.locator("a[href^='/race/']").first.click()
    await expect(guest.page.get_by_role("slider")).to_be_visible()


async def show_series(guest: Guest) -> None:
    """Show the page of a series that somebody has won."""
    me = "f" * 16
    await guest.page.add_init_script(f"localStorage.setItem('gaprace.player', '{{\"id\": \"{me}\"}}')")
    people = [(me, "Ana"), *((f"{number:016x}", name) for number, name in enumerate(NAMES[:5]))]
    count = len(people)
    games = [
        SeriesGame(
            player=player,
            rank=rank,
            points=count - rank,
            won=rank == 1,
            locked=24 // rank,
            time_ms=61_000 * rank,
            score=0,
            moves=0,
            reached_ms=0,
            shuffles=0,
        )
        for rank, (player, _) in enumerate(people, start=1)
    ]
    races = [SeriesRace(f"race{number}", VariantChoice(name="mini"), 1_700_000_000_000, games) for number in range(3)]
    scores = [
        SeriesScoreRow(
            player=player, name=name, races=3, points=3 * (count - rank), wins=3 * (rank == 1), time_ms=183_000 * rank
        )
        for rank, (player, name) in enumerate(people, start=1)
    ]
    await answers(guest, "series/series", SeriesPage("series", 3, 1_700_000_000_000, [me], scores, races))
    await guest.open("/race/series/series")
    await expect(guest.page.locator("tr.me")).to_be_visible()


async def shows_all_columns(guest: Guest) -> None:
    """Show the standings of a race, of which nothing has to be scrolled to."""
    await show_race(guest, 4)
    await expect(guest.page.locator(".standings .who").first).to_be_visible()
    table = guest.page.locator(".scroll-x:has(.standings)")
    assert await table.evaluate("(table) => table.scrollWidth - table.clientWidth") == 0


@pytest.mark.parametrize("language", ["de-DE", "pl-PL"])
async def test_all_columns_of_the_standings_fit_on_the_smallest_phone(guests: Guests, language: str) -> None:
    await shows_all_columns(await guests.one(TINY, language=language))


async def test_from_right_to_left_all_columns_fit_and_a_name_stands_between_its_colour_and_its_tag(
    guests: Guests,
) -> None:
    guest = await guests.one(TINY, language="he-IL")
    await shows_all_columns(guest)
    await guest.rests()  # the styles are there
    who = guest.page.locator(".standings .who").first
    colour, name = [await who.locator(part).bounding_box() for part in (".swatch", "a")]
    assert 0 < colour["x"] - (name["x"] + name["width"]) < colour["width"]


async def test_the_page_of_a_series_marks_ones_own_row_from_end_to_end(guests: Guests) -> None:
    guest = await guests.one(language="de-DE")
    await show_series(guest)
    colours = await guest.page.locator("tr.me > *").evaluate_all(
        "(cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor)"
    )
    assert len(colours) == 8
    assert len(set(colours)) == 1
    await is_well(guest, (DESKTOP, TINY))


async def test_a_race_has_a_page_on_which_all_boards_run_on_one_clock(guests: Guests) -> None:
    host, friend = await guests.in_one_room(DESKTOP, PHONE, deal=EASY_DEAL)
    await both_ready(host, friend)
    await friend.first_move(tap=True)
    await friend.give_up()
    await host.win()
    await expect(host.page.locator("table tbody tr")).to_have_count(2)
    await open_race(host)
    page = host.page
    address = page.url.removeprefix(host.base)
    await expect(page.get_by_role("heading", level=1)).to_contain_text(" won in ")
    await expect(page.get_by_role("row")).to_have_count(3)
    await expect(page.locator(".lead-curve polyline")).to_have_count(2)
    await page.wait_for_function(BOARDS_ARE_ALIKE)
    slider = page.get_by_role("slider", name="Time of the race")
    await slider.press("End")
    await expect(slider).to_have_attribute("aria-valuetext", re.compile("leads$"))
    await page.wait_for_function(BOARDS_DIFFER)
    await expect(page.locator(".race-page .racer").first).to_contain_text("★")
    await page.get_by_role("button", name="To the start").click()
    await page.wait_for_function(BOARDS_ARE_ALIKE)
    await page.locator(".stories button").first.click()
    await page.wait_for_function(BOARDS_DIFFER)
    await expect(page.locator(".stories li")).to_have_count(2)
    await expect(page.locator(".stories")).to_contain_text("Ahead for good from")
    await page.get_by_role("button", name="To the start").click()
    assert await page.get_by_role("button", name="Play").evaluate(PLAYS), "it can be stopped meanwhile"
    await page.wait_for_function(BOARDS_DIFFER)
    await expect(page.get_by_role("button", name="Play")).to_be_visible()
    await is_well(host, (DESKTOP, WIDE))
    stranger = await guests.one(PHONE, dark=True, language="de-DE")
    await stranger.open(address)
    await expect(stranger.page.get_by_role("slider", name="Zeit des Rennens")).to_be_visible()
    await is_well(stranger, (PHONE, TINY))
    await page.locator(".standings a[href^='/p/']").last.click()
    await page.get_by_role("link", name=re.compile("^You against")).click()
    await expect(page.locator(".versus")).to_have_text("1 : 0")
    await is_well(host, (DESKTOP, PHONE, TINY))
    await stranger.open(page.url.removeprefix(host.base))
    await expect(stranger.page.locator(".versus")).to_have_text("0 : 0")


def race_of(count: int) -> RacePage:
    """A race of many who have played at random."""
    deal = random_deal(Random(5), VARIANTS["addiction"])
    games = sorted(
        (random_game(Random(seat), deal, 60) for seat in range(count)), key=lambda game: race_rank(result_of(game))
    )
    names = [f"{NAMES[seat % len(NAMES)]} {seat}" for seat in range(count)]
    results = [stored_result_of(game, 1_700_000_000_000) for game in games]
    raced = [
        RacedGame(
            player=f"{seat:016x}",
            name=names[seat],
            game=f"game{seat}",
            rank=seat + 1,
            **fields_of(result),
            transcript=result.transcript,
            shuffled_boards=[*(result.boards.shuffled if result.boards else ())],
        )
        for seat, result in enumerate(results)
    ]
    return RacePage(
        id="fifty",
        number=1,
        variant=VariantChoice("addiction"),
        starts_at=1_700_000_000_000,
        ended_at=1_700_000_900_000,
        ranked=True,
        seats=[Seat(game.player, game.game, game.name) for game in raced],
        games=raced,
        opening=deal.opening().text,
        code=deal.code,
    )


async def test_a_race_of_fifty_is_well_on_the_smallest_phone_and_the_largest_screen(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await show_race(guest, 50)
    slider = guest.page.get_by_role("slider")
    await expect(guest.page.locator(".race-page canvas")).to_have_count(50)
    await slider.press("End")
    await guest.page.wait_for_function(BOARDS_DIFFER)
    for size in (TINY, PHONE, WIDE):
        await resize(guest, *size)
        await looks_finished(guest)
        await guest.page.locator(".race-page canvas").nth(25).scroll_into_view_if_needed()
        await expect(slider).to_be_in_viewport()
