"""A host who does not play, and an audience that has to be kept in order: by the host, and by each of its members."""

from playwright.async_api import Locator, expect

from tests.browser.guest import Guest, Guests
from tests.positions import KNOWN_DEAL


def lines(guest: Guest) -> Locator:
    return guest.page.get_by_role("complementary", name="Audience").get_by_role("list", name="Audience")


async def write(guest: Guest, text: str) -> None:
    await guest.page.get_by_role("textbox", name="Write to the audience").fill(text)
    await guest.page.keyboard.press("Enter")


async def choose(host: Guest, mode: str) -> None:
    """Let the host, who watches, choose what the audience may do."""
    await host.page.get_by_role("complementary", name="Audience").get_by_role("combobox").select_option(mode)


async def in_menu_of(guest: Guest, name: str, action: str) -> None:
    await lines(guest).get_by_role("button", name=name).first.click()
    await guest.page.get_by_role("dialog").get_by_role("button", name=action, exact=True).click()


async def test_a_host_who_watches_slows_down_mutes_and_switches_off_and_a_spectator_blocks(guests: Guests) -> None:
    host, player, loud, calm = [await guests.one() for _ in range(4)]
    code = await host.create_room(deal=KNOWN_DEAL)
    await player.open(f"/r/{code}")
    await host.opens_the_menu()
    await host.press("Host without playing")
    await expect(host.page.get_by_role("button", name="Take a seat")).to_be_visible()
    await host.press("Make co-host")
    await host.page.keyboard.press("Escape")
    await expect(host.page.get_by_text("Not playing", exact=True).first).to_be_visible()
    await expect(host.page.get_by_role("button", name="I'm ready")).to_have_count(0)
    await expect(player.page.get_by_text("Co-host")).to_be_visible()
    await player.press("Start alone")
    await player.begun()
    await expect(host.page.locator(".broadcast-page .board").first).to_be_visible()
    for spectator in (loud, calm):
        await spectator.open(f"/w/{code}")
    for guest in (host, loud, calm):
        await guest.page.get_by_role("button", name="Audience", exact=True).click()
    await write(loud, "hurray")
    for guest in (host, loud, calm):
        await expect(lines(guest)).to_contain_text("hurray")

    await choose(host, "slow")
    await expect(loud.page.get_by_text("Slow mode: one message every 30 seconds.")).to_be_visible()
    await write(loud, "second")
    await expect(loud.page.locator("#toast")).to_contain_text("second")
    await choose(host, "open")

    name = await lines(calm).get_by_role("button").first.inner_text()
    await in_menu_of(calm, name, "Block")
    await expect(lines(calm)).not_to_contain_text("hurray")
    await in_menu_of(host, name, "Mute in this room")
    # The next news from the host says that the server has muted the spectator.
    await choose(host, "slow")
    await expect(loud.page.get_by_text("Slow mode: one message every 30 seconds.")).to_be_visible()
    await choose(host, "open")
    await expect(loud.page.get_by_text("Slow mode: one message every 30 seconds.")).to_be_hidden()
    await write(loud, "third")
    await expect(loud.page.locator("#toast")).to_contain_text("muted")
    await write(calm, "fourth")
    await expect(lines(host)).to_contain_text("fourth")
    await expect(lines(host)).not_to_contain_text("third")

    await choose(host, "off")
    await expect(calm.page.get_by_text("The host has turned the audience chat off.")).to_be_visible()
    for field in ("Write to the audience", "Applause"):
        await expect(calm.page.get_by_label(field)).to_be_hidden()
    assert "hurray" not in await player.page.inner_text("html")
    await player.give_up()
    await host.press("Start now")
    await player.begun()
