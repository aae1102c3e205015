"""Puzzles on a phone: one is failed, one is solved, and storms begin, to which friends and rooms are challenged."""

from dataclasses import replace
from time import time

import pytest
from playwright.async_api import expect

from gaprace.play.puzzles import parse_line
from gaprace.play.storm import STORM_MS, Storm
from gaprace.ports import PuzzleTry
from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from tests.browser.guest import PHONE, TINY, Guest, Guests
from tests.browser.page_checks import is_light, is_well
from tests.processes import ServerProcess
from tests.puzzles import add_puzzles, stored_puzzle, wrong_move
from tests.store.material import a_player

pytestmark = pytest.mark.asyncio(loop_scope="session")
COUNT = 8


async def shown_puzzle(guest: Guest) -> int:
    """Wait for a puzzle that can be played; return its number."""
    await expect(guest.page.locator(".puzzle .slot.playable").first).to_be_attached()
    board = (await guest.board()).text
    return next(number for number in range(COUNT) if stored_puzzle(number).board == board)


async def solve(guest: Guest, number: int) -> None:
    for move in parse_line(stored_puzzle(number).line):
        await expect(guest.page.locator(".puzzle .slot.playable").first).to_be_attached()
        board = await guest.board()
        await guest.click_slot(board.cells.index(move.card), tap=True)
        if sum(each.card == move.card for each in board.legal_moves()) > 1:
            await guest.click_slot(move.to, tap=True)
        # What the board shows now is not asked: in a storm, the next puzzle may be there already.


async def test_puzzles_are_failed_and_solved_on_a_phone(guests: Guests, server: ServerProcess) -> None:
    store = SqlStore(open_database(server.command[-1]))
    await add_puzzles(store, COUNT)
    await store.close()
    ann = await guests.one(PHONE)
    await ann.open("/puzzles")
    first = await shown_puzzle(ann)
    await is_light(ann, ".puzzle .slot")
    wrong = parse_line(wrong_move(stored_puzzle(first)))
    await ann.move(wrong[0], tap=True)
    await expect(ann.page.get_by_role("status").filter(has_text="That move loses.")).to_be_visible()
    await expect(ann.page.locator(".puzzle-film")).to_contain_text("1/")
    await ann.press("How to win")
    await ann.press("One move forward")
    await expect(ann.page.locator(".puzzle-film")).to_contain_text("1/")
    await is_well(ann, (TINY, PHONE))
    await ann.press("Next puzzle")
    await expect(ann.page.get_by_text("Only one move still wins")).to_be_visible()
    second = await shown_puzzle(ann)
    assert second != first
    await solve(ann, second)
    await expect(ann.page.get_by_text("Solved!")).to_be_visible()
    await ann.page.get_by_role("link", name="Storm").click()
    await ann.press("Start", exact=True)
    await solve(ann, await shown_puzzle(ann))
    await expect(ann.page.locator(".storm-figures")).to_contain_text("Solved 1")


async def test_a_friend_plays_on_the_same_puzzles_and_then_sees_the_standings(
    guests: Guests, server: ServerProcess
) -> None:
    store = SqlStore(open_database(server.command[-1]))
    known = await add_puzzles(store, COUNT)
    now = round(time() * 1000)
    await store.add_player(a_player("storm-ann", "Ann"))
    ended = replace(Storm.begin("storm-of-ann", "storm-ann", known[0].id, now - STORM_MS), solved=3)
    await store.add_storm(ended, PuzzleTry("storm-ann", known[0].id, "storm", now))
    bob = await guests.one(PHONE)
    await bob.open("/puzzles/storm/storm-of-ann")
    await expect(bob.page.get_by_text("1 player so far")).to_be_visible()
    await bob.press("Start", exact=True)
    assert await shown_puzzle(bob) == 0
    (storm,) = [each for each in await store.storms_on(ended.id, 9) if each.id != ended.id]
    assert await store.move_storm(storm, replace(storm, n=1, solved=1, ends_at=now))
    await store.close()
    await bob.open("/puzzles/storm/storm-of-ann")
    await expect(bob.page.get_by_role("heading", name="1 puzzle solved")).to_be_visible()
    await expect(bob.page.get_by_role("row").nth(1)).to_contain_text("Ann")
    await expect(bob.page.get_by_role("row").nth(2)).to_contain_text("(you)")
    await is_well(bob, (TINY, PHONE))


async def test_people_in_a_room_play_a_storm_together(guests: Guests, server: ServerProcess) -> None:
    store = SqlStore(open_database(server.command[-1]))
    await add_puzzles(store, COUNT)
    await store.close()
    host, friend = await guests.one(PHONE), await guests.one(PHONE)
    code = await host.create_room()
    await friend.open(f"/r/{code}")
    quiet = friend.page.locator(".felt .also .btn")
    await expect(quiet).to_contain_text(["How to play", "Puzzle storm together"])
    await host.press("Puzzle storm together")
    await expect(host.page.locator(".storm-figures")).to_contain_text("Solved 0")
    await friend.page.get_by_role("link", name="Puzzle storm! The same puzzles").click()
    await expect(friend.page.get_by_role("link", name="Back to the room")).to_be_visible()
    await friend.press("Start", exact=True)
    assert await shown_puzzle(friend) == await shown_puzzle(host)
