"""Arenas, as their players and their organiser meet them: before, during and after."""

import time

from playwright.async_api import expect
from sqlalchemy import update

from gaprace.store.database import open_database
from gaprace.store.tables import arenas, events
from tests.browser.guest import PHONE, TINY, Guest, Guests
from tests.browser.page_checks import is_well
from tests.processes import ServerProcess


async def begin(server: ServerProcess, code: str, ago_ms: int = 0) -> None:
    """Let an arena begin now, or have begun some time ago, with the rounds that are over since."""
    now = time.time_ns() // 1_000_000
    database = open_database(server.database_url)
    async with database.write() as connection:
        its = update(arenas).where(arenas.c.code == code)
        await connection.execute(its.values(starts_at=now - ago_ms, due_at=now - ago_ms))
        if ago_ms:
            await connection.execute(update(events).where(events.c.parent == code).values(closes_at=now, ends_at=now))
    await database.close()


async def organise(guest: Guest, name: str, **chosen: str) -> str:
    """Fill in the form; give the code of the arena."""
    await guest.open("/arena/new")
    await guest.page.get_by_label("Name", exact=True).fill(name)
    for label, option in chosen.items():
        await guest.page.get_by_label(label).first.select_option(label=option)
    await guest.press("Create")
    await expect(guest.page.get_by_role("heading", name=name)).to_be_visible()
    return guest.page.url.rpartition("/")[2]


async def play(guest: Guest, button: str) -> None:
    await guest.press(button)
    await guest.begun()
    await guest.move_a_card()
    await guest.settled()
    await guest.page.keyboard.press("Escape")
    await guest.give_up()
    await guest.page.get_by_role("link", name="To the standings").click()


async def test_an_arena_is_organised_entered_and_played(guests: Guests, server: ServerProcess) -> None:
    org, ann = await guests.one(), await guests.one(PHONE, newcomer=True)
    await org.open("/arena/new")
    await is_well(org, (TINY, PHONE))
    code = await organise(org, "Friday Night", Form="Arena: points", Variant="Mini", Teams="2 teams")
    await expect(org.page.get_by_role("button", name="Call off")).to_be_visible()
    await ann.open(f"/arena/{code}")
    await ann.press("Register")
    await ann.press("Blue team")
    await expect(ann.page.locator(".arena-players")).to_contain_text("Blue team")
    await is_well(ann, (TINY, PHONE))
    await begin(server, code)
    for guest in (org, ann):
        await guest.page.reload()
    await play(ann, "Play this round")
    await play(org, "Join and play")
    for guest in (org, ann):
        await expect(guest.page.get_by_text("You have played")).to_be_visible()
    await is_well(org, (TINY, PHONE))
    await begin(server, code, ago_ms=24 * 60 * 60 * 1000)
    for guest in (org, ann):
        await expect(guest.page.get_by_role("list", name="The first three")).to_be_visible()
        await expect(guest.page.locator("tr.me")).to_contain_text("(you)")
    await is_well(ann, (TINY, PHONE))
    await ann.page.get_by_role("link", name="Round 1").click()
    await expect(ann.page.get_by_role("heading", name="Standings")).to_be_visible()
    await ann.page.get_by_role("link", name="Challenge").click()
    await expect(ann.page.get_by_role("heading", name="Friday Night")).to_be_visible()


async def test_a_listed_arena_keeps_its_name_and_is_found_where_people_race(guests: Guests) -> None:
    org, ann = await guests.one(), await guests.one(PHONE)
    await org.open("/arena/new")
    name, form = org.page.get_by_label("Name", exact=True), org.page.get_by_label("Format")
    await expect(name).to_have_value("Arena")
    await form.select_option("cup")
    await expect(name).to_have_value("Cup")
    await name.fill("Open Night")
    await form.select_option("arena")
    await expect(org.page.get_by_label("Rounds")).to_be_visible()
    await org.page.get_by_label("Show it in the public list").check()
    await org.press("Create")
    await expect(org.page.get_by_role("heading", name="Open Night")).to_be_visible()
    await ann.open("/race")
    await ann.page.get_by_role("link", name="Open Night").click()
    await expect(ann.page.get_by_role("button", name="Register")).to_be_visible()
    await org.press("Call off")
    await org.page.get_by_role("dialog").get_by_role("button", name="Call off").click()
    await expect(org.page.get_by_role("heading", name="Arenas and cups")).to_be_visible()
    await expect(org.page.get_by_role("link", name="Open Night")).to_have_count(0)
    await ann.open(ann.page.url.removeprefix(ann.base))
    await expect(ann.page.get_by_role("heading", name="Arena not found")).to_be_visible()


async def test_an_organiser_names_a_cohost_who_starts_it_removes_a_player_and_ends_it(guests: Guests) -> None:
    org, ann, bob = await guests.one(), await guests.one(PHONE), await guests.one()
    code = await organise(org, "Club Night", Form="Arena: points", Variant="Mini")
    for guest in (ann, bob):
        await guest.open(f"/arena/{code}")
        await guest.press("Register")
        await expect(guest.page.get_by_text("You are in")).to_be_visible()
        await expect(guest.page.get_by_text("Run this event")).to_have_count(0)
    await org.open(f"/arena/{code}")
    await org.page.get_by_text("Run this event").click()
    await org.page.locator(".arena-people li").first.get_by_role("button", name="Make co-host").click()
    await expect(org.page.get_by_text("Co-hosts:")).to_be_visible()
    await is_well(org, (TINY, PHONE))
    await ann.open(f"/arena/{code}")
    await ann.page.get_by_text("Run this event").click()
    await ann.page.get_by_label("Name", exact=True).fill("Quick Night")
    await ann.press("Save")
    await expect(ann.page.get_by_role("heading", name="Quick Night")).to_be_visible()
    await ann.page.locator(".arena-people").get_by_role("button", name="Remove").click()
    await ann.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    await expect(ann.page.locator(".arena-people").get_by_role("button", name="Let back in")).to_be_visible()
    await is_well(ann, (TINY, PHONE))
    await ann.press("Start now")
    await expect(ann.page.get_by_role("button", name="Play this round")).to_be_visible()
    await ann.press("End after this round")
    await ann.page.get_by_role("dialog").get_by_role("button", name="End after this round").click()
    await expect(ann.page.get_by_text("Round 1 of 1")).to_be_visible()
    await bob.open(f"/arena/{code}")
    await bob.press("Join and play")
    await expect(bob.page.get_by_text("You were removed from this arena")).to_be_visible()
