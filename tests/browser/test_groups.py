import re

from playwright.async_api import Locator, expect

from tests.browser.guest import PHONE, TINY, Guest, Guests
from tests.browser.page_checks import is_well, looks_finished


def mini(guest: Guest) -> Locator:
    """Today's daily of the small variant, among the members."""
    return guest.page.get_by_role("article", name="Mini")


async def make_group(guest: Guest, name: str, *, approval: bool = False) -> str:
    """Make a group; return the link that a member copies."""
    await guest.open("/group")
    await guest.page.get_by_label("Name", exact=True).fill(name)
    await guest.page.get_by_label("An owner approves").set_checked(approval)
    await guest.press("Create group")
    await expect(guest.page.get_by_role("heading", name=name)).to_be_visible()
    return await guest.copies_link("Invite")


async def play_a_little(guest: Guest) -> None:
    """Make a move, and give up."""
    await guest.begun()
    await guest.first_move()
    await guest.give_up()


async def test_a_newcomer_joins_by_a_link_and_plays_the_daily_in_two_taps(guests: Guests) -> None:
    ann, bob = await guests.one(), await guests.one(PHONE)
    link = await make_group(ann, "Chess Club")
    await bob.open(link)
    await expect(bob.page.get_by_role("heading", name="Chess Club")).to_be_visible()
    await expect(bob.page.locator("#nav [aria-current]")).to_have_text("You")
    await is_well(bob)
    await bob.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    await bob.press("Join", exact=True)
    await bob.press("Play: Mini", exact=True)
    await play_a_little(bob)
    await bob.open(link)
    await expect(bob.page).to_have_url(re.compile(r"/group/[0-9A-Z]{10}$"))
    await expect(mini(bob).locator("tr.me")).to_contain_text("(you)")
    await expect(mini(bob)).to_contain_text(re.compile(r"rank in the world: \d+ of \d+"))
    await expect(mini(bob)).to_contain_text("1 of 2 has played")
    await is_well(bob)
    await ann.page.reload()
    await expect(ann.page.get_by_text("2 members ·")).to_be_visible()
    await expect(mini(ann).locator("tbody tr")).to_have_count(1)
    await bob.open("/")
    await bob.page.get_by_role("link", name="Chess Club").click()
    await bob.page.get_by_role("link", name="Season").click()
    await expect(bob.page.get_by_text("No dailies that two members have played yet.")).to_have_count(2)
    await looks_finished(bob)
    await ann.page.get_by_role("link", name="Enter the room").click()
    await ann.opens_the_menu()
    await ann.page.get_by_role("link", name="Back to the group").click()
    await expect(ann.page.get_by_role("heading", name="Chess Club")).to_be_visible()


async def test_an_owner_lets_people_in_and_hands_the_group_over(guests: Guests) -> None:
    ann, bob = await guests.one(), await guests.one()
    link = await make_group(ann, "Tea Club", approval=True)
    await bob.open(link)
    await bob.press("Join", exact=True)
    await expect(bob.page.get_by_text("Waiting for an owner")).to_be_visible()
    await ann.page.reload()
    await ann.press(re.compile("^Let in:"))
    await ann.press(re.compile("^Manage"))
    await ann.press(re.compile("^Make owner:"))
    await ann.page.get_by_role("dialog").get_by_role("button", name="Make owner", exact=True).click()
    await expect(ann.page.get_by_text("Co-owner", exact=True)).to_be_visible()
    await expect(ann.page.get_by_text("Owner", exact=True)).to_be_visible()
    await is_well(ann)
    await bob.page.reload()
    await bob.page.get_by_text("Group settings").click()
    await expect(bob.page.locator(".btn.main:visible")).to_have_text(["Enter the room"])
    await bob.page.get_by_label(re.compile("^Type its name")).fill("Tea Club")
    await bob.press("Delete group")
    await expect(bob.page.get_by_text("You are not in a group yet")).to_be_visible()
    await is_well(bob)
    await ann.page.reload()
    await expect(ann.page.get_by_role("heading", name="Group not found")).to_be_visible()


async def test_an_owner_has_a_program_told_and_learns_that_its_address_is_not_allowed(guests: Guests) -> None:
    ann = await guests.one(PHONE)
    await make_group(ann, "Chess Club")
    await ann.page.get_by_text("Group settings").click()
    await ann.page.get_by_role("link", name="Webhooks").click()
    await expect(ann.page.get_by_text("No webhooks yet.")).to_be_visible()
    await ann.page.get_by_label("Address").fill("https://127.0.0.1/hook")
    await ann.page.get_by_role("combobox").first.select_option("standard")
    await ann.page.get_by_label("A race is over").set_checked(False)
    await ann.press("Add", exact=True)
    await expect(ann.page.get_by_role("dialog").get_by_label("The secret")).to_have_value(re.compile("^whsec_"))
    await ann.page.keyboard.press("Escape")
    webhook = ann.page.get_by_role("article")
    await expect(webhook).to_contain_text("127.0.0.1")
    await expect(webhook).not_to_contain_text("A race is over")
    await ann.press("Send a test")
    await expect(ann.page.locator("#toast")).to_contain_text("this address is not allowed")
    await is_well(ann)
    await ann.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    await ann.press("Pause")
    await expect(webhook).to_contain_text("Paused")


async def test_a_newcomer_plays_the_groups_own_daily_in_two_taps(guests: Guests) -> None:
    ann, bob = await guests.one(), await guests.one(PHONE)
    link = await make_group(ann, "Night Owls")
    await ann.page.get_by_text("Group settings").click()
    await ann.page.get_by_role("combobox", name="Daily", exact=True).select_option("mini")
    await ann.page.get_by_role("combobox", name="New daily at").select_option("6")
    await ann.page.get_by_role("combobox", name="Time zone").select_option("Europe/Berlin")
    await looks_finished(ann)
    await ann.press("Save daily")
    own = ann.page.get_by_role("article", name="Group daily: Mini")
    await expect(own).to_be_visible()
    await bob.open(link)
    await bob.press("Join", exact=True)
    await bob.press("Play: Group daily", exact=True)
    await play_a_little(bob)
    await bob.page.get_by_role("link", name="Group results").click()
    await expect(bob.page.get_by_role("heading", name="Group daily: Mini")).to_be_visible()
    await expect(bob.page.locator("tr.me")).to_contain_text("(you)")
    await expect(bob.page.locator(".share-own q")).to_contain_text("rank 1 of 1 in")
    await is_well(bob, (TINY,))
    await bob.page.get_by_role("link", name="Back to the group").click()
    await expect(bob.page.get_by_role("article", name="Group daily: Mini").locator("tr.me")).to_contain_text("(you)")
    await is_well(bob, (TINY, PHONE))
    await bob.page.get_by_role("article", name="Group daily: Mini").get_by_role("link", name="Result").click()
