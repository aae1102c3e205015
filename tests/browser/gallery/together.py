"""What players make of each other's games: groups, challenges, puzzles, analysis, moderation."""

import re

from playwright.async_api import expect

from gaprace.rules.actions import action_text
from tests.browser.gallery.pictures import OWNER, Gallery
from tests.browser.guest import DESKTOP, EASY_DEAL, EASY_WIN, PHONE, Guest, Guests
from tests.browser.test_challenges import play_easy_deal
from tests.browser.test_groups import make_group, play_a_little
from tests.browser.test_people import say
from tests.browser.test_solver import play
from tests.web.harness import MODERATOR

NAMES = ("Ana", "Bartholomew the Unready", "Theo", "Rosy Ibex")


async def rename(guest: Guest, name: str) -> None:
    await guest.open("/p/me")
    await guest.press("Rename")
    await guest.name()
    await guest.page.get_by_role("textbox", name="Your name", exact=True).fill(name)
    await guest.page.keyboard.press("Enter")
    await expect(guest.page.locator("#toast")).to_contain_text(name)


async def people(guests: Guests) -> list[Guest]:
    """Return some with names: the first at a desktop."""
    found = [await guests.one(DESKTOP if name == NAMES[0] else PHONE) for name in NAMES]
    for guest, name in zip(found, NAMES, strict=True):
        await rename(guest, name)
    return found


async def groups(gallery: Gallery, guests: Guests) -> None:
    ann, *friends = await people(guests)
    await gallery.visit("groups-none", ann, "/group")
    link = await make_group(ann, "Upper Tooting Chess Club")
    await gallery.take("group-new", ann, full=True)
    address = ann.page.url.removeprefix(ann.base)
    await ann.page.get_by_text("Group settings").click()
    await gallery.take("group-settings", ann, full=True)
    await ann.page.get_by_role("combobox", name="Daily", exact=True).select_option("mini")
    await ann.press("Save daily")
    await expect(ann.page.get_by_role("article", name="Group daily: Mini")).to_be_visible()
    for friend in friends:
        await friend.open(link)
        if friend is friends[0]:
            await gallery.everywhere("group-invited", friend)
        await friend.press("Join", exact=True)
        await friend.press("Play: Group daily", exact=True)
        await play_a_little(friend)
        await expect(friend.page.get_by_role("link", name="Group results")).to_be_visible()
    await gallery.take("group-played", friends[0], full=True)
    await friends[0].page.get_by_role("link", name="Group results").click()
    await expect(friends[0].page.locator("tr.me")).to_be_visible()
    await gallery.take("group-day", friends[0], full=True)
    await gallery.in_languages("group-day", friends[0])
    await ann.open(address)
    await expect(ann.page.get_by_text("4 members · Private")).to_be_visible()
    await gallery.everywhere("group", ann)
    await ann.press(re.compile("^Manage"))
    await gallery.take("group-manage", ann)
    await ann.open(address)
    await ann.page.get_by_role("link", name="Season").click()
    await ann.page.wait_for_load_state("networkidle")
    await gallery.take("group-season", ann, full=True)
    await ann.open(address)
    await ann.page.get_by_text("Group settings").click()
    await ann.page.get_by_role("link", name="Webhooks").click()
    await expect(ann.page.get_by_label("Address")).to_be_visible()
    await gallery.take("group-webhooks", ann, full=True)
    await gallery.visit("embed-group", ann, f"/embed{address}")


async def challenges(gallery: Gallery, guests: Guests) -> None:
    ann, *friends = await people(guests)
    await play_easy_deal(ann)
    await ann.page.get_by_role("link", name="Challenge a friend").click()
    await expect(ann.page.get_by_role("button", name="Create challenge")).to_be_visible()
    await gallery.everywhere("challenge-new", ann)
    await ann.press("Create challenge")
    await expect(ann.page.get_by_role("heading", name="Your challenge")).to_be_visible()
    await gallery.take("challenge-own", ann, full=True)
    link = await ann.copies_link("Share the link")
    for friend in friends:
        await friend.open(link)
        await expect(friend.page.get_by_role("heading", name="challenges you")).to_be_visible()
        if friend is friends[0]:
            await gallery.everywhere("challenge-invited", friend)
        await friend.press("Play", exact=True)
        await play_a_little(friend)
        await friend.page.get_by_role("link", name="To the challenge").click()
        await expect(friend.page.locator("tr.me")).to_be_visible()
    await gallery.everywhere("challenge", friend)
    await friend.page.get_by_role("link", name="Watch all games together").click()
    await expect(friend.page.get_by_role("slider")).to_be_visible()
    await friend.page.get_by_role("slider").press("End")
    await gallery.take("race-page", friend, full=True)
    address = friend.page.url.removeprefix(friend.base)
    await gallery.in_languages("race-page", friend)
    await gallery.visit("embed-race", friend, f"/embed{address}")
    await gallery.visit("race-challenges", friend, "/race")


async def arenas(gallery: Gallery, guests: Guests) -> None:
    """An arena of three minutes that starts in two: this takes as long."""
    ann, *friends = await people(guests)
    await gallery.visit("arena-new", ann, "/arena/new", everywhere=True)
    for label, option in (("Start", "2"), ("Time for each deal", "1"), ("Rounds", "3"), ("Teams", "2")):
        await ann.page.get_by_label(label).first.select_option(option)
    await ann.press("Create")
    await expect(ann.page.get_by_role("button", name="Call off")).to_be_visible()
    address = ann.page.url.removeprefix(ann.base)
    for friend in friends:
        await friend.open(address)
        await friend.press("Register")
    await gallery.take("arena-before", ann, full=True)
    for number in (1, 2, 3):
        for friend in friends:
            await expect(friend.page.get_by_text(f"Round {number} of 3")).to_be_visible(timeout=150_000)
            await friend.press("Play this round")
            await play_a_little(friend)
            await friend.page.get_by_role("link", name="To the standings").click()
        if number < 3:
            await gallery.take(f"arena-round-{number}", friend, full=True)
    await expect(friend.page.get_by_role("list", name="The first three")).to_be_visible(timeout=90_000)
    await gallery.everywhere("arena-after", friend)


async def puzzles(gallery: Gallery, guests: Guests) -> None:
    guest = await guests.one(PHONE)
    page = guest.page
    await guest.open("/puzzles")
    await expect(page.locator(".puzzle .slot.playable").first).to_be_attached()
    await gallery.everywhere("puzzle", guest)
    await expect(page.locator(".puzzle .slot.playable").first).to_be_attached()
    await guest.press("Show the answer")
    await expect(page.locator(".puzzle-film")).to_be_visible()
    await gallery.take("puzzle-answer", guest, full=True)
    for name, link in (("daily", "Today"), ("mistakes", "My mistakes")):
        await page.get_by_role("link", name=link).first.click()
        await page.wait_for_load_state("networkidle")
        await expect(page.locator(".puzzles > :last-child")).not_to_be_empty()
        await gallery.take(f"puzzle-{name}", guest, full=True)


async def coach(gallery: Gallery, guests: Guests) -> None:
    """What searches say of a game: on its result, in its replay, as a line."""
    guest = await guests.one(PHONE)
    await guest.starts_alone(deal=EASY_DEAL)
    await play(guest, "2D@7", "3C@15", "7S@24")
    await guest.give_up()
    await expect(guest.page.get_by_text("would have kept the win")).to_be_visible()
    await gallery.take("coach", guest, full=True)
    await guest.page.get_by_role("link", name="Show that position").click()
    await expect(guest.page.get_by_role("button", name="Lost at action 3")).to_be_visible()
    await gallery.take("analysis", guest, full=True)
    await guest.press("What if")
    await guest.first_move(tap=True)
    await gallery.take("explore", guest, full=True)
    address = guest.page.url.removeprefix(guest.base).partition("?")[0]
    await gallery.visit("embed-replay", guest, f"/embed{address}")
    line = ".".join(map(action_text, EASY_WIN))
    await gallery.visit("line", guest, f"/d/{EASY_DEAL}?v=mini&line={line}", everywhere=True)


async def moderation(gallery: Gallery, guests: Guests) -> None:
    host, friend, *_ = await people(guests)
    code = await host.create_room()
    await friend.open(f"/r/{code}")
    await friend.name()
    await say(friend, "You fool")
    line = host.page.locator(".chat li", has_text="You fool")
    await line.get_by_role("button", name=NAMES[1]).click()
    await expect(host.page.get_by_role("dialog")).to_be_visible()
    await gallery.take("person", host)
    await host.page.get_by_role("dialog").get_by_role("button", name="Report").click()
    await expect(host.page.get_by_role("button", name="Send report")).to_be_visible()
    await gallery.take("report", host)
    await host.press("Send report")
    await expect(host.page.get_by_role("dialog")).to_have_count(0)
    await gallery.visit("admin-token", host, "/p/admin")
    await host.page.get_by_label("Your token").fill(MODERATOR)
    await host.press("Open")
    await expect(host.page.get_by_text("You fool")).to_be_visible()
    await gallery.everywhere("admin", host)
    await host.open("/about")
    await host.open(f"/admin#{OWNER}")
    await expect(host.page.get_by_role("heading", name="Your site")).to_be_visible()
    await gallery.everywhere("owner", host)
