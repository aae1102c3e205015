import asyncio
import re
from datetime import UTC, datetime, time, timedelta
from email.utils import format_datetime

from playwright.async_api import Locator, Route, expect

from tests.browser.guest import DESKTOP, PHONE, TINY, Guest, Guests
from tests.browser.page_checks import is_well

COPIED_TYPES = "navigator.clipboard.read().then((items) => items.flatMap((item) => item.types))"
PLACE = re.compile(r"Rank \d+ of \d+")


def mini(guest: Guest) -> Locator:
    """Today's daily of the small variant."""
    return guest.page.get_by_role("region", name="Mini")


TODAY = r"\d{4}-\d\d-\d\d"
FIRST_IN_A_DATE = "Pacific/Kiritimati"
"""In this time zone, the date before is still some other zone's today: even a new server has a past daily."""


async def play_ranked(guest: Guest) -> None:
    """Make a move in today's ranked game, and give up."""
    await guest.open("/daily")
    await guest.press("Start: Mini")
    await guest.begun()
    await guest.first_move()
    await guest.give_up()
    await expect(guest.page.get_by_text(PLACE)).to_be_visible()


async def test_a_daily_goes_on_from_every_page_and_ends_on_the_leaderboard(guests: Guests) -> None:
    guest = await guests.one()
    await guest.open("/daily")
    await expect(mini(guest)).to_contain_text("One try. The clock starts with the cards.")
    await expect(mini(guest).locator(".slot")).to_have_count(0)
    await guest.press("Start: Mini")
    await guest.begun()
    await guest.first_move()
    shown = (await guest.board()).cells
    await expect(guest.page.locator("#hud")).to_contain_text("1 move")
    for path in ("/", "/daily"):
        await guest.open(path)
        await guest.page.get_by_role("link", name="Continue the daily").first.click()
        await guest.begun()
        assert (await guest.board()).cells == shown
    await guest.give_up()
    row = guest.page.locator("tr.me")
    await expect(row).to_contain_text("(you)")
    await expect(guest.page.get_by_text(re.compile(r"^New dailies in \d"))).to_be_visible()
    await expect(guest.page.locator("#nav [aria-current]")).to_have_text("Today")
    await guest.page.get_by_role("link", name="Back to the daily").click()
    await expect(mini(guest)).to_contain_text(PLACE)
    await expect(mini(guest).get_by_role("button", name="Start")).to_have_count(0)
    await expect(guest.page.get_by_text("1 day in a row")).to_be_visible()
    await mini(guest).get_by_role("link", name="Full leaderboard").click()
    await expect(row).to_contain_text("(you)")
    await guest.press("Score")
    await expect(guest.page.locator("#toast")).to_contain_text("1 point for each card in place")
    await row.get_by_role("link", name=re.compile("^Replay of")).click()
    await expect(guest.page.locator("[type=range]")).to_have_attribute("max", "2")
    await guest.open("/")
    await expect(guest.page.get_by_text(PLACE)).to_be_visible()
    await expect(mini(guest)).to_contain_text(re.compile("[0-9]/24 cards in place"))


async def test_nothing_moves_when_todays_deal_comes(guests: Guests) -> None:
    guest, is_on_its_way, may_come = await guests.one(PHONE), asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        is_on_its_way.set()
        await may_come.wait()
        await route.continue_()

    await guest.page.route("**/dailies?*", hold)
    await guest.open("/daily")
    await is_on_its_way.wait()
    ways = guest.page.get_by_role("button", name="Race friends")
    before = await ways.bounding_box()
    may_come.set()
    await expect(mini(guest).get_by_role("button", name="Start")).to_be_enabled()
    assert await ways.bounding_box() == before


async def test_a_result_is_shared_without_the_deal_and_a_practice_game_says_that_it_does_not_count(
    guests: Guests,
) -> None:
    guest = await guests.one()
    await play_ranked(guest)
    text = await guest.copies("Share")
    sentence = r"Gaprace daily solitaire #\d+ \w+, \w+ \d+ \(Mini\): \d+ of 24 cards in place, not solved\."
    legend = r"Each line is one row of cards over time\. Sorted: .+ in one suit\. ⬛ mixed → 🟫 🟧 🟨 → 🟩 sorted\."
    way = rf"Play the same cards in your browser:\n{guest.base}/daily/{TODAY}"
    assert re.fullmatch(rf"{sentence}\n([⬛🟫🟧🟨🟩]{{10}}\n){{4}}{legend}\n{way}", text), text
    await guest.press("As a picture")
    await expect(guest.page.locator("#toast")).to_contain_text("Picture copied")
    assert await guest.page.evaluate(COPIED_TYPES) == ["image/png"]
    await guest.press("Practise")
    await guest.begun()
    await guest.give_up()
    await expect(guest.page.get_by_text("This was practice")).to_be_visible()
    await guest.press("Play again")
    await guest.begun()


async def test_a_sealed_game_is_shown_only_to_its_player_and_it_is_said_until_when(guests: Guests) -> None:
    player, other = await guests.one(), await guests.one()
    await play_ranked(player)
    replay = player.page.get_by_role("link", name=re.compile("^Replay")).first
    path = await replay.get_attribute("href")
    await replay.click()
    await expect(player.page.get_by_role("complementary")).to_contain_text(
        "You can verify and analyse this game once its deal is revealed"
    )
    await other.open(path)
    await expect(other.page.locator("main")).to_contain_text("sealed")
    await expect(other.page.locator(".slot")).to_have_count(0)
    await other.open(f"/boards/daily/{datetime.now(UTC).date().isoformat()}/mini")
    await expect(other.page.locator("tbody tr").first).to_be_visible()
    await expect(other.page.get_by_role("link", name=re.compile("^Replay of"))).to_have_count(0)
    await expect(other.page.locator("main")).to_contain_text("Replays open on ")


async def test_a_ghost_moves_beside_the_board_and_the_two_are_compared(guests: Guests) -> None:
    guest = await guests.one()
    await play_ranked(guest)
    await guest.press("Race your own ghost")
    await guest.begun()
    lane = guest.page.locator(".lane:not(.me)")
    await expect(lane).to_contain_text("Ghost of")
    await expect(lane).to_contain_text("out", timeout=60_000)  # it gives up in its own time
    await expect(guest.page.locator(".ghost canvas")).to_be_visible()
    await guest.first_move()
    await guest.give_up()
    await expect(guest.page.get_by_role("heading", name=re.compile("^You vs .+ ghost$"))).to_be_visible()
    await is_well(guest, (DESKTOP, PHONE))
    await guest.press("Play again")
    await guest.begun()
    await expect(lane).to_contain_text("Ghost of")


async def test_a_clock_that_is_wrong_by_days_hides_no_daily(guests: Guests) -> None:
    guest = await guests.one()
    await guest.page.clock.install(time=datetime.now(UTC) + timedelta(days=3))
    await guest.open("/daily")
    await expect(guest.page.get_by_text("Next deal")).to_be_visible()
    await expect(mini(guest).get_by_role("button", name="Start: Mini")).to_be_visible()
    weekday = datetime.now(UTC).strftime("%A")
    await expect(guest.page.get_by_role("heading", level=1)).to_contain_text(weekday)


async def test_a_page_that_stays_open_over_midnight_shows_the_next_dailies(guests: Guests) -> None:
    guest = await guests.one()
    days = [datetime.now(UTC).date() + timedelta(days=n) for n in (0, 1)]

    async def answer(route: Route) -> None:
        response = await route.fetch()
        midnight = datetime.combine(days[1], time.min, UTC)
        now = midnight + (timedelta(seconds=10) if len(asked) else -timedelta(seconds=10))
        asked.append(now)
        body = await response.json()
        date = days[len(asked) - 1]
        body |= {"date": date.isoformat()}
        body["until"] = int(datetime.combine(date + timedelta(days=1), time.min, UTC).timestamp() * 1000)
        await route.fulfill(json=body, headers={"date": format_datetime(now, usegmt=True)})

    asked: list[datetime] = []
    # The true time of day, which every other answer tells, would be news to the page.
    await guest.page.route("**/api/v1/**", lambda route: route.abort())
    await guest.page.route(re.compile(r"/api/v1/dailies\?zone="), answer)
    await guest.page.clock.install()
    await guest.open("/daily")
    await expect(guest.page.get_by_text("1 min", exact=True)).to_be_visible()
    await guest.page.clock.fast_forward(30_000)
    await expect(guest.page.get_by_text(re.compile("^24 h"))).to_be_visible()
    assert len(asked) == 2


async def give_up_the_mini(guest: Guest) -> None:
    """Play today's mini for a move and give up, in whatever language the page is."""
    await guest.page.locator("section[aria-label=Mini] .btn.main").click()
    await guest.begun()
    await guest.move_a_card()
    await guest.page.locator(".controls button").last.click()
    await guest.page.locator("dialog .stack button").first.click()
    await guest.page.locator("dialog[open] .main").click()
    await expect(guest.page.locator("tr.me")).to_be_visible()


async def test_dailies_and_leaderboards_are_well(guests: Guests) -> None:
    guest = await guests.one(language="de-DE", zone=FIRST_IN_A_DATE)
    await guest.open("/daily")
    await expect(mini(guest)).to_be_visible()
    await give_up_the_mini(guest)
    await is_well(guest)
    for path in ("/daily", "/daily/past", "/boards", "/boards/streak/all/mini", "/boards/rating/all/mini"):
        await guest.open(path)
        await expect(guest.page.locator("h1").first).to_be_visible()
        await guest.rests()
        if path == "/daily/past":
            assert await guest.page.locator("main li a").count() in {1, 2}, "it ends with the first one"
            await expect(guest.page.get_by_role("button", name="Frühere")).to_have_count(0)
        await is_well(guest, (DESKTOP, PHONE))


async def test_empty_pages_lead_to_the_daily_to_a_race_or_to_the_latest_date_with_results(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    page = guest.page
    await guest.open("/daily/2000-02-29")
    await expect(page.get_by_text("There is no daily for this date.")).to_be_visible()
    await page.locator("main").get_by_role("link", name="Today").click()
    await expect(mini(guest)).to_be_visible()
    play = page.get_by_role("link", name="Play today's daily")
    periods = page.get_by_role("navigation", name="Period")

    async def answer(route: Route) -> None:
        period = route.request.url.split("/")[-2]
        found = {"earlier": "2026-02-11"} if period == "2026-03-20" else {}
        await route.fulfill(
            json={"kind": "daily", "period": period, "variant": "mini", "size": 0, "items": [], **found}
        )

    await page.route("**/api/v1/leaderboards/daily/**", answer)
    await guest.open("/boards/daily/today/mini")
    await expect(page.get_by_text("You could be the first.")).to_be_visible()
    await play.click()
    await expect(page).to_have_url(re.compile("/daily$"))
    await guest.open("/boards/daily/2026-03-20/mini")
    await expect(page.get_by_text("No results for this date.")).to_be_visible()
    await expect(play).to_have_count(0)
    await periods.get_by_role("link", name="February 11").click()
    await expect(page).to_have_url(re.compile("/boards/daily/2026-02-11/mini$"))
    await expect(periods.get_by_text("‹")).to_have_count(0)
    await guest.open("/boards/streak/2020-01/mini")
    await expect(page.get_by_text("No entries yet.")).to_be_visible()
    await expect(play).to_be_visible()
    await guest.open("/boards/rating/all/paganini")
    await guest.press("Race now")
    await expect(page.get_by_role("heading", name="Paganini")).to_be_visible()
    await page.get_by_role("button", name="Cancel").click()
    await expect(page).to_have_url(f"{guest.base}/")


STRENGTHS = [(1500, 180), (1560, 140), (1540, 120), (1610, 100)]


async def closed(route: Route) -> None:
    """The server's answer, as it is after a daily has been closed."""
    today = datetime.now(UTC).date().isoformat()
    body = await (await route.fetch(url=route.request.url.replace("2026-11-01", today))).json()
    for daily in body.get("dailies", []):
        daily["field"] = {"games": 312, "difficulty": 1621.4, "error": 9.8}
    for row in [*body.get("items", []), *([body["mine"]] if body.get("mine") else [])]:
        row |= {"duplicate": -1.25, "performance": 1388.0}
    if "form" in body:
        rest = {"duplicate": 1, "performance": 1500, "game": "0" * 8}
        points = [
            {"date": f"2026-11-0{day}", "strength": strength, "error": error, **rest}
            for day, (strength, error) in enumerate(STRENGTHS, 1)
        ]
        body["form"] = [{"variant": "mini", "points": points}]
    await route.fulfill(json=body)


async def test_a_closed_daily_shows_the_score_and_a_picture_of_how_it_is_made(guests: Guests) -> None:
    guest = await guests.one(language="de-DE")
    await guest.open("/daily")
    await give_up_the_mini(guest)
    await guest.page.route(re.compile("/api/v1/(dailies|leaderboards|players)"), closed)
    await guest.open("/daily/2026-11-01")
    await expect(mini(guest)).to_contain_text("−1,3 gegen den Durchschnitt")
    await expect(mini(guest)).to_contain_text("1388")
    await expect(mini(guest)).to_contain_text("1621 ± 10")
    await mini(guest).locator("summary").first.click()
    await expect(mini(guest).locator(".explained")).to_be_visible()
    await is_well(guest, (DESKTOP, PHONE, TINY))
    await mini(guest).locator("a[href^='/boards/duplicate/']").click()
    await expect(guest.page).to_have_url(re.compile(r"/boards/duplicate/\d{4}-\d\d/mini$"))
    await expect(guest.page.locator("main section.panel > .explained")).to_be_visible()
    await guest.page.get_by_label("Bestenliste", exact=True).select_option("week")
    await expect(guest.page).to_have_url(re.compile(r"/boards/duplicate/\d{4}-W\d\d/mini$"))
    await expect(guest.page.locator(".explained")).to_be_visible()
    await is_well(guest, (DESKTOP, PHONE, TINY))
    await guest.open("/p/me")
    chart = guest.page.get_by_role("img", name=re.compile("^Form"))
    await expect(chart).to_have_accessible_name(re.compile("1610 ± 100"))
    await is_well(guest, (DESKTOP, PHONE, TINY))
