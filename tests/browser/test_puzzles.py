"""Puzzles on a phone: one is failed and one is solved."""

from playwright.async_api import expect

from gaprace.play.study.puzzles import parse_line
from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from tests.browser.guest import PHONE, TINY, Guest, Guests
from tests.browser.page_checks import is_well
from tests.processes import ServerProcess
from tests.puzzles import add_puzzles, stored_puzzle, wrong_move

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


async def test_puzzles_are_failed_and_solved_on_a_phone(guests: Guests, server: ServerProcess) -> None:
    store = SqlStore(open_database(server.command[-1]))
    await add_puzzles(store, COUNT)
    await store.close()
    ann = await guests.one(PHONE)
    await ann.open("/puzzles")
    first = await shown_puzzle(ann)
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
