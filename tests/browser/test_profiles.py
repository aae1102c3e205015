import asyncio
import json
import re
from collections.abc import Awaitable
from typing import Any

from playwright.async_api import Download, expect

from tests.browser.guest import PHONE, TINY, Guest, Guests, cookie_of, hurried
from tests.browser.page_checks import is_well
from tests.processes import http_client

CODE = "0123456789"
ASKED_THRICE = """async () => {
  const { call } = await import(document.querySelector("script[src$='main.js']").src.replace("main.js", "net/api.js"));
  const name = { body: { name: "Ann" } };
  const change = () => call("PATCH me", {}, name);
  return Promise.all([change(), change(), change()].map(async (asked) => (await asked).id));
}"""


async def read(download: Awaitable[Download]) -> dict[str, Any]:
    """Read a file of JSON that was downloaded."""
    path = await (await download).path()
    data: dict[str, Any] = json.loads(await asyncio.to_thread(path.read_text))
    return data


async def own_name(guest: Guest) -> str:
    """Open one's own page, and give one's name."""
    await guest.open("/p/me")
    return await guest.name()


async def test_a_player_page_shows_what_was_played_to_everyone(guests: Guests) -> None:
    player, other = await guests.one(), await guests.one(PHONE)
    game = await player.has_played()
    await player.open(f"/g/{game}")
    await player.page.get_by_role("complementary").get_by_role("link").first.click()
    await expect(player.page.get_by_role("heading", name="(you)")).to_be_visible()
    await player.press("Rename")
    field = player.page.get_by_role("dialog").get_by_label("Your name", exact=True)
    await expect(field).not_to_have_value("")  # what arrives while it is filled would be put beside it
    await field.fill("Grace <b>Hopper</b>")
    await player.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    await expect(player.page.locator("#toast")).to_contain_text("Grace")
    await player.page.keyboard.press("Escape")
    await expect(player.page.get_by_role("heading", name="Grace <b>Hopper</b>")).to_be_visible()
    await other.open(player.page.url.removeprefix(player.base))
    await expect(other.page.get_by_role("heading", name="Grace <b>Hopper</b>")).to_be_visible()
    await expect(other.page.get_by_label("Your name", exact=True)).to_have_count(0)
    await other.page.get_by_text("More stats").click()
    await expect(other.page.get_by_role("row", name=re.compile("^Mini"))).to_contain_text("0%")
    await other.page.locator(f"a[href='/g/{game}']").first.click()
    await expect(other.page.locator("[type=range]")).to_be_visible()
    await expect(other.page.get_by_label("Report: Grace <b>Hopper</b>")).to_have_count(1)
    await player.page.evaluate("localStorage.removeItem('gaprace.player')")  # it has not been told yet whose it is
    await player.open(f"/g/{game}")
    await expect(player.page.locator("[type=range]")).to_be_visible()
    await expect(player.page.get_by_label("Report: ")).to_have_count(0)


async def test_ones_games_are_filtered_and_a_row_leads_to_each(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    game = await guest.has_played()
    await guest.open("/p/me")
    row = guest.page.locator(f"a[href='/g/{game}']")
    await expect(row).to_contain_text("Solo")
    boxes = [await each.bounding_box() for each in await row.locator(".figure").all()]
    assert boxes[0]["x"] + boxes[0]["width"] < boxes[-1]["x"], "a mark, what it was, and the result in one line"
    await guest.page.get_by_label("All games").select_option("Race")
    await expect(guest.page.get_by_text("No finished games yet.")).to_be_visible()
    await guest.page.get_by_label("All games").select_option("Solo")
    await guest.page.get_by_label("Won or not").select_option("Not won")
    await expect(row).to_be_visible()
    await is_well(guest, (PHONE,))


async def test_one_takes_home_what_is_stored_and_then_goes(guests: Guests) -> None:
    player, other = await guests.one(), await guests.one()
    game = await player.has_played()
    name = await own_name(player)
    page = player.page.url.removeprefix(player.base)
    await player.opens_account(rare=True)
    async with player.page.expect_download() as download:
        await player.page.get_by_role("link", name="Download my data").click()
    export = await read(download.value)
    assert export["player"]["name"] == name
    assert [each["id"] for each in export["games"]] == [game]
    await player.page.get_by_text("Delete my account").first.click()
    yes = player.page.get_by_role("button", name="Delete my account")
    await player.page.get_by_label(re.compile("^Type your name")).fill(name[:-1])
    await expect(yes).to_be_disabled()
    await player.page.get_by_label(re.compile("^Type your name")).fill(name)
    await yes.click()
    await player.page.wait_for_url(f"{player.base}/")
    await expect(player.page.locator("#toast")).to_contain_text("Your account has been deleted")
    await other.open(page)
    await expect(other.page.get_by_role("heading", name="Player not found")).to_be_visible()
    await other.open(f"/g/{game}")
    await expect(other.page.get_by_role("complementary")).to_contain_text("deleted player")
    await player.open("/p/me")
    await expect(player.page.get_by_text("Nothing is stored about you yet.")).to_be_visible()


async def test_a_recovery_code_is_shown_when_it_is_asked_for(guests: Guests) -> None:
    player, other = await guests.one(), await guests.one()
    name = await own_name(player)
    await player.opens_account()
    await player.page.locator("summary", has_text="Recovery code").click()
    await player.press("Show a new code")
    shown = player.page.locator("output")
    await expect(shown).not_to_be_empty()
    await expect(player.page.get_by_text("This code signs you in right away.")).to_be_visible()
    await other.open("/")
    await other.press("Settings")
    await other.page.get_by_text("Move to another device").click()
    await other.page.get_by_label("Device code").fill(await shown.inner_text())
    await other.press("Sign in")
    await expect(other.page.locator("#toast")).to_contain_text(name)
    await expect(other.page.get_by_role("dialog")).to_have_count(0)  # it would show the name of before
    await other.press("Settings")
    assert await other.name() == name


async def ask_for_a_code(guest: Guest, **body: str) -> str:
    """Ask for a recovery code as a program does that has the guest's token."""
    headers = {"Authorization": f"Bearer {await guest.token()}"}
    async with http_client(guest.base, headers=headers) as program:
        answer = await program.post("/api/v1/me/recovery", json=body)
    assert answer.status_code == 200
    return str(answer.json()["recovery_code"])


async def are_ann(*devices: Guest) -> dict[str, str]:
    """Let these be the devices of a player with a recovery code; return the identity."""
    base = devices[0].base
    async with http_client(base) as program:
        identity: dict[str, str] = (await program.post("/api/v1/players", json={"name": "Ann"})).json()
    for each in devices:
        await each.context.add_cookies([{"name": cookie_of(base), "value": identity["token"], "url": base}])
    return identity


async def test_the_owner_hears_on_every_page_that_someone_asked_for_a_recovery_code(guests: Guests) -> None:
    owner = await guests.one(PHONE, init=hurried("ACCOUNT_DELAY_MS", "main.js"))
    await own_name(owner)
    await ask_for_a_code(owner)
    notice = owner.page.get_by_role("alert").filter(has_text="Someone asked for a new recovery code")
    for path in ("/", "/how", "/boards", "/p/me"):
        await owner.open(path)
        await expect(notice).to_be_visible()
    await is_well(owner, (TINY, PHONE))
    await notice.get_by_role("button", name="Withdraw the code").click()
    await expect(owner.page.locator("#toast")).to_contain_text("withdrawn")
    await expect(notice).to_have_count(0)
    await ask_for_a_code(owner)
    await owner.open("/")
    await notice.get_by_role("button", name="That was me").click()
    await expect(notice).to_have_count(0)
    await owner.open("/p/me")
    await expect(owner.page.get_by_text("From ", exact=False).first).to_be_visible()
    await owner.press("Withdraw the code")
    await expect(owner.page.get_by_role("button", name="Show a new code")).to_be_visible()


async def test_a_notice_takes_no_card_off_the_screen_of_a_race(guests: Guests) -> None:
    owner = await guests.one(PHONE)
    await owner.open("/how")
    await ask_for_a_code(owner)
    await owner.plays("Addiction")
    await expect(owner.page.get_by_role("alert")).to_be_visible()
    await is_well(owner)


async def test_a_code_is_replaced_by_itself_at_once_and_else_later(guests: Guests) -> None:
    player = await guests.one()
    identity = await are_ann(player)
    await player.open("/p/me")
    await player.opens_account()
    await player.page.locator("summary", has_text="Recovery code").click()
    await player.page.get_by_label("Your current code").fill("7K3QD-X0M2B-9VHTA-4RPEW")
    await player.press("Replace it")
    await expect(player.page.locator("#toast")).to_contain_text("Unknown recovery code")
    await player.page.get_by_label("Your current code").fill(identity["recovery_code"].lower())
    await player.press("Replace it")
    await expect(player.page.locator("output")).not_to_be_empty()
    await player.open("/p/me")
    await player.opens_account()
    await player.page.locator("summary", has_text="Recovery code").click()
    await player.press("I've lost my code")
    await expect(player.page.get_by_text("A new recovery code takes over on")).to_be_visible()
    await expect(player.page.locator("output")).not_to_be_empty()
    await is_well(player)


async def test_one_who_was_signed_out_elsewhere_hears_of_it_and_comes_back_by_the_code(guests: Guests) -> None:
    soon = hurried("ACCOUNT_DELAY_MS", "main.js")
    here, there = await guests.one(init=soon), await guests.one(PHONE, init=soon)
    identity = await are_ann(here, there)
    for each in (here, there):
        await each.open("/p/me")
        # What the page found at its last check.
        await each.page.wait_for_function("() => localStorage['gaprace.player']")
    await here.opens_account()
    await here.page.locator("summary", has_text="Sign out other devices").click()
    await here.press("Sign out other devices")
    await expect(here.page.locator("#toast")).to_contain_text("signed out")
    await there.open("/")
    notice = there.page.get_by_role("alert")
    await expect(notice).to_contain_text("You have been signed out of “Ann”")
    await is_well(there, (TINY, PHONE))
    await notice.get_by_role("button", name="Enter the code").click()
    await there.page.get_by_label("Device code").fill(identity["recovery_code"])
    await there.page.get_by_role("button", name="Sign in").click()
    await expect(there.page.locator("#toast")).to_contain_text("Ann")
    await expect(notice).to_have_count(0)


async def test_requests_of_two_tabs_at_once_make_one_guest(source_guests: Guests) -> None:
    guest = await source_guests.one()
    await guest.open("/")
    tab = await guest.context.new_page()
    await tab.goto(f"{guest.base}/")
    await guest.context.clear_cookies()
    found = await asyncio.gather(*(page.evaluate(ASKED_THRICE) for page in (guest.page, tab)))
    assert len({name for names in found for name in names}) == 1


async def test_a_replay_goes_by_its_exact_times(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await guest.open(f"/g/{await guest.has_played()}")
    slider = guest.page.locator("[type=range]")
    await slider.focus()
    await guest.page.keyboard.press("End")
    await expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^\d+:\d\d\.\d{3}, 2/2 · Gave up$"))
    await guest.press("About this game")
    await is_well(guest, (PHONE,))
    await guest.page.get_by_role("dialog").get_by_role("link", name="Play the same deal").click()
    await expect(guest.page.get_by_role("heading", name="Deal ")).to_be_visible()
    await expect(guest.page.get_by_role("dialog")).to_have_count(0)


async def test_a_deal_is_shown_and_played_from_its_link(guests: Guests) -> None:
    guest = await guests.one()
    await guest.open(f"/d/{CODE}?v=mini")
    await expect(guest.page.get_by_role("heading", name=f"Deal {CODE}")).to_be_visible()
    opening = await guest.board()
    assert opening.text.startswith("3S--2D3D2C--6D/")
    await guest.press("Play solo")
    await guest.page.wait_for_url("**/r/*")
    await guest.begun()
    assert (await guest.board()).cells == opening.cells
    await guest.open(f"/d/{CODE}?v=mini&shuffles=5")
    await guest.press("Race friends")
    await expect(guest.page.get_by_text("5 shuffles")).to_be_visible()
    await guest.open("/d/WRONG")
    await expect(guest.page.get_by_text("is no deal code")).to_be_visible()


async def test_pages_of_players_and_deals_are_well(guests: Guests) -> None:
    guest = await guests.one()
    for path, seen in (("/p/me", "h1"), (f"/d/{CODE}", ".slot")):
        await guest.open(path)
        await expect(guest.page.locator(seen).first).to_be_visible()
        await guest.rests()
        for summary in await guest.page.locator("summary").all():
            await summary.click()
        await is_well(guest)


async def test_a_player_makes_a_token_for_a_program_and_revokes_it(guests: Guests) -> None:
    player = await guests.one(PHONE)
    name = await own_name(player)
    await player.opens_account()
    await player.press("Where you are signed in")
    dialog = player.page.get_by_role("dialog")
    await dialog.get_by_text("Token for a program").click()
    await dialog.get_by_label("Name of the program").fill("Robbie")
    await dialog.get_by_label("It may").select_option("only read")
    await dialog.get_by_role("button", name="Create a token").click()
    token = await dialog.get_by_role("textbox", name="Token for a program").input_value()
    async with http_client(player.base, headers={"Authorization": f"Bearer {token}"}) as program:
        assert (await program.get("/api/v1/me")).json()["name"] == name
        await dialog.get_by_role("button", name="Sign out: Robbie (read)").click()
        await expect(dialog.get_by_text("Robbie")).to_have_count(0)
        assert (await program.get("/api/v1/me")).status_code == 401


async def test_a_link_adds_a_device_once_and_the_first_one_tells(guests: Guests) -> None:
    here, there, late = await guests.one(), await guests.one(PHONE), await guests.one()
    await here.open("/p/me")
    name = await here.name()
    await here.opens_account()
    await here.press("Add a device")
    dialog = here.page.get_by_role("dialog")
    await expect(dialog.get_by_role("img", name="QR code").locator("svg path").first).to_be_visible()
    link = await dialog.get_by_label("Link for your other device").input_value()
    code = await dialog.get_by_label("Code for your other device").inner_text()
    assert link.endswith(f"/device#{code}")
    await there.open(link.removeprefix(here.base))
    await there.press("Sign in")
    await expect(there.page.locator("#toast")).to_contain_text(f"You are now {name}")
    await there.open("/p/me")
    assert await there.name() == name
    await expect(dialog).to_contain_text(re.compile("is now signed in as you"))
    await late.open(link.removeprefix(here.base))
    await late.press("Sign in")
    await expect(late.page.locator("#toast")).to_contain_text("This code doesn't work")
    await dialog.get_by_role("button", name="Sign out").click()
    await expect(dialog).to_have_count(0)
