"""Teams, later starts and series in a real browser."""

from playwright.async_api import expect

from tests.browser.guest import DESKTOP, LYING, PHONE, TINY, Guest, Guests
from tests.browser.page_checks import looks_finished, resize
from tests.browser.scenes import RaceScene

SIZES = (DESKTOP, PHONE, TINY, LYING)


async def room_of_two(guests: Guests, **choices: str) -> tuple[Guest, Guest]:
    """A room of two players, with these settings."""
    host, friend = await guests.one(), await guests.one()
    await host.open("/race")
    await host.page.get_by_text("custom rules").click()
    await host.page.get_by_label("Variant").select_option("mini")
    await host.page.get_by_text("More settings").click()
    for setting, choice in choices.items():
        await host.page.locator(f"select[name={setting}]").select_option(choice)
    await host.page.get_by_role("button", name="Create a room").last.click()
    await host.page.wait_for_url("**/r/*")
    await host.is_joined_by(friend)
    return host, friend


async def race(host: Guest, friend: Guest, start: str) -> None:
    """Race: the host makes a move, then both give up."""
    await host.press(start)
    if start == "Rematch":
        await friend.press(start)
    for guest in (host, friend):
        await guest.begun()
    await host.first_move()
    await host.settled()
    for guest in (host, friend):
        await guest.give_up()
    await expect(host.page.locator(".headline")).to_be_visible()


async def test_teams_are_marked_in_the_race_and_come_out_of_it_on_every_page(guests: Guests) -> None:
    host, friend = await room_of_two(guests, teams="2")
    for guest in (host, friend):
        await expect(guest.page.locator(".team-mark")).to_have_text(["●", "■"])
    await race(host, friend, "Start now")
    table = host.page.locator(".team-results tbody tr")
    await expect(table).to_contain_text(["● Red team", "■ Blue team"])
    await expect(table.first.locator("td").first).to_have_text("1")
    await host.sees_all_numbers()
    await host.page.get_by_role("link", name="The whole race").click()
    await expect(host.page.locator(".race-page .team-results tbody tr")).to_contain_text(["Red team", "Blue team"])


async def test_the_bar_of_a_race_shows_the_team_of_each_lane_and_the_sums(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await guest.create_room()
    scene = RaceScene(4, variant="mini", teams=2)
    await scene.open(guest)
    await guest.first_move(tap=True)
    sums, lanes = guest.page.locator(".team-sums"), guest.page.locator(".lane .who")
    scene.progress(1, 9, 2_000)
    scene.progress(3, 8, 2_000)
    scene.progress(2, 3, 2_000, shuffles=1)
    await expect(sums).to_contain_text("■Blue team 17 ●Red team")
    await expect(lanes.nth(0)).to_contain_text("■Blue team Gentle Curlew")
    await expect(guest.page.locator(".lane.me .who")).to_contain_text("●Red team You")
    for size in SIZES:
        await resize(guest, *size)
        await expect(sums).to_be_in_viewport(ratio=0.99)
    # Level sums: the one that was reached earlier is ahead.
    scene.progress(2, 17 - scene.mine.locked, 1_000)
    await expect(sums).to_contain_text("●Red team 17 ■Blue team 17")


async def test_a_decided_series_has_a_page_with_its_races(guests: Guests) -> None:
    host, friend = await room_of_two(guests, best_of="3")
    name = await host.name()
    await friend.is_called("Bartholomew the Unready")
    await expect(host.page.locator("main")).to_contain_text("Bartholomew")
    await race(host, friend, "Start now")
    for size in (PHONE, TINY, DESKTOP):
        await resize(host, *size)
        await looks_finished(host)
    await race(host, friend, "Rematch")
    await host.sees_all_numbers()
    await host.page.get_by_role("link", name="The whole series").click()
    await host.page.wait_for_url("**/race/series/*")
    await expect(host.page.get_by_role("heading", level=1)).to_have_text(f"{name} wins the series!")
    rows = host.page.locator("table.standings tbody tr")
    await expect(rows).to_have_count(2)
    await expect(rows.first).to_contain_text(name)
    await expect(rows.first.locator("td").first).to_have_text("2")
    await host.page.get_by_role("link", name="Race 2").click()
    await host.page.wait_for_url("**/race/*")
    await expect(host.page.locator("table.standings tbody tr")).to_have_count(2)
    await expect(host.page.get_by_role("link", name="Series", exact=True)).to_be_visible()
