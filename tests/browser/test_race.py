import asyncio
import json
import re

from playwright.async_api import Route, expect

from gaprace.rules.record import verify
from tests.browser.guest import DESKTOP, EASY_DEAL, EASY_WIN, PATIENCE_MS, PHONE, SMALL, Guest, Guests, until
from tests.positions import KNOWN_DEAL

BESIDE_A_MOVABLE_CARD = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((slot) => slot.getBoundingClientRect());
  const far = ({ left, right, top, bottom }, x, y) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  const targets = boxes(".stage .slot.playable");
  const points = targets.flatMap(({ left, right, top, bottom }) =>
    [[(left + right) / 2, top - 4], [(left + right) / 2, bottom + 4]]);
  return points.find(([x, y]) => targets.filter((box) => far(box, x, y) < 20).length === 1
    && boxes(".stage .slot").some((box) => far(box, x, y) === 0));
}"""
"""A point in another slot, but 4 px from one with a move, and from no other such."""


async def both_ready(*guests: Guest) -> None:
    for guest in guests:
        await guest.press("I'm ready")
    for guest in guests:
        await guest.begun()


async def test_two_race_to_the_end_while_a_third_watches(guests: Guests) -> None:
    host, friend = await guests.in_one_room(DESKTOP, PHONE, deal=EASY_DEAL)
    watcher = await guests.one()
    await watcher.open(f"/w/{host.page.url.rpartition('/')[2]}")
    await both_ready(host, friend)
    assert (await host.board()).cells == (await friend.board()).cells
    await expect(watcher.page.locator(".stage .slot").first).to_be_visible()
    await expect(watcher.page.locator(".tiles canvas:visible")).to_have_count(1)
    await watcher.page.locator(".ranks button").last.click()
    await expect(watcher.page.get_by_role("button", name="Follow the action")).to_be_visible()
    await friend.win(tap=True)
    await expect(host.page.locator("#toast")).to_contain_text(" won")
    await host.win()
    for guest in (host, friend, watcher):
        await expect(guest.page.locator("table tbody tr")).to_have_count(2)
        await guest.sees_all_numbers()
    await expect(host.page.locator("main")).to_contain_text("Not ranked: chosen deal.")

    async def places() -> list[str]:
        return [await guest.page.locator("table tbody").inner_text() for guest in (host, watcher)]

    host_sees, watcher_sees = await until(places, lambda seen: seen[0] == seen[1])
    assert host_sees == watcher_sees
    await friend.press("Rematch")
    await host.press("Rematch")
    await host.begun()
    await friend.begun()


async def test_nothing_shifts_when_the_cards_are_dealt(source_guests: Guests) -> None:
    racers = await source_guests.in_one_room(DESKTOP, PHONE, SMALL)
    for racer in racers:
        await racer.press("I'm ready")
    before = []
    for racer in racers:
        await expect(racer.page.locator(".lanes > li")).to_have_count(3)
        before.append(await racer.page.locator(".stage").bounding_box())
    for racer in racers:
        await racer.begun()
    assert [await racer.page.locator(".stage").bounding_box() for racer in racers] == before


async def test_a_while_offline_loses_no_tap(guests: Guests) -> None:
    host, friend = await guests.in_one_room(DESKTOP, PHONE, deal=EASY_DEAL)
    await both_ready(host, friend)
    await friend.context.set_offline(True)
    await friend.first_move(tap=True)
    await friend.first_move(tap=True)
    shown = (await friend.board()).cells
    place = await friend.page.locator(".stage").bounding_box()
    await expect(friend.page.get_by_text("Connection lost. Reconnecting… Your moves are kept.")).to_be_visible()
    assert await friend.page.locator(".stage").bounding_box() == place
    await host.first_move()
    await friend.context.set_offline(False)
    await expect(friend.page.get_by_text("Connection lost")).to_be_hidden()
    await expect(host.page.locator(".lane:not(.me)").first).to_contain_text("moves: 2,")
    assert (await friend.board()).cells == shown
    await friend.page.reload()
    await friend.begun()
    assert (await friend.board()).cells == shown


async def test_a_refused_move_is_taken_back_with_the_reason(guests: Guests) -> None:
    guest = await guests.one()
    changed = {r'"action":"\w\w@\d+"': '"action":"7S@0"'}

    async def pass_on(route: object) -> None:
        server = route.connect_to_server()  # type: ignore[attr-defined]

        def say(message: str) -> None:
            for old in [old for old in changed if re.search(old, message)]:
                message = re.sub(old, changed.pop(old), message)
            server.send(message)

        route.on_message(say)  # type: ignore[attr-defined]

    await guest.page.route_web_socket(re.compile("/ws/"), pass_on)
    await guest.plays_deal(EASY_DEAL, "mini")
    start = (await guest.board()).cells
    await guest.click_slot(start.index((await guest.board()).legal_moves()[0].card))
    if await guest.page.locator(".slot.target").count():
        await guest.page.locator(".slot.target").first.click()
    await expect(guest.page.locator("#toast")).to_contain_text("not allowed")
    assert (await guest.board()).cells == start
    await guest.first_move()
    await guest.settled()
    await guest.shows_moves(1)


async def test_a_tap_just_beside_a_card_that_can_move_is_meant_for_it(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await guest.plays_deal(KNOWN_DEAL)
    start = (await guest.board()).cells
    x, y = await guest.page.evaluate(BESIDE_A_MOVABLE_CARD)
    for _ in range(PATIENCE_MS // 50):  # what knows of fingers comes with the first one, and takes a moment
        await guest.page.touchscreen.tap(x, y)
        if (await guest.board()).cells != start:
            break
        await guest.page.wait_for_timeout(50)
    await guest.settled()
    await guest.shows_moves(1)


async def test_a_card_is_dragged_to_its_gap(guests: Guests) -> None:
    guest = await guests.one()
    await guest.plays_deal(KNOWN_DEAL)
    board = await guest.board()
    move = board.legal_moves()[-1]
    slots = guest.page.locator(".stage .slot")
    start = await slots.nth(board.cells.index(move.card)).bounding_box()
    end = await slots.nth(move.to).bounding_box()
    mouse = guest.page.mouse
    await guest.points_at_the_board()
    await mouse.move(start["x"] + 20, start["y"] + 20)
    await mouse.down()
    await mouse.move(end["x"] + 30, end["y"] + 30, steps=6)
    await mouse.up()
    assert (await guest.board()).cells == board.after(move).cells


async def test_a_ghost_is_seen_before_anyone_moves(guests: Guests) -> None:
    async def thinks_for_an_hour(route: Route) -> None:
        answer = await route.fetch()
        game = await answer.json()
        later = re.sub(r":(\d+)", lambda ms: f":{int(ms[1]) + 3_600_000}", game["replay"]["transcript"])
        await route.fulfill(response=answer, json=game | {"replay": game["replay"] | {"transcript": later}})

    guest = await guests.one()
    await guest.open(f"/g/{await guest.has_played()}")
    await guest.page.route("**/api/v1/games/*", thinks_for_an_hour)
    await guest.press("Race this ghost")
    await guest.begun()
    await expect(guest.page.locator(".ghost canvas")).to_be_visible()
    await expect(guest.page.locator(".lane")).to_have_count(0)


async def test_a_finished_game_is_replayed_and_proved(guests: Guests) -> None:
    guest = await guests.one()
    game = await guest.has_played()
    await guest.open(f"/g/{game}")
    slider = guest.page.get_by_role("slider", name="Position in the game")
    await expect(guest.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    await expect(slider).to_have_value("0")  # without motion it waits for a tap
    await expect(slider).to_have_attribute("max", "2")
    await guest.page.keyboard.press("End")
    await expect(slider).to_have_value("2")
    async with guest.page.expect_download() as download:
        await guest.page.get_by_role("link", name="Download the record").click()
    file = await (await download.value).path()
    assert verify(json.loads(await asyncio.to_thread(file.read_text))["record"])["ok"] is True
    await guest.page.get_by_role("link", name="Verify this game").click()
    await expect(guest.page.get_by_role("heading", name="✓ Verified")).to_be_visible()
    await guest.open("/verify")
    await guest.page.get_by_label("Game ID").fill(game)
    await guest.press("Load")
    await expect(guest.page.get_by_role("heading", name="✓ Verified")).to_be_visible()
    record = await guest.page.get_by_role("textbox", name="Game record").input_value()
    await guest.page.get_by_role("textbox", name="Game record").fill(record.replace('"secret": "', '"secret": "0', 1))
    await guest.press("Verify")
    await expect(guest.page.get_by_role("heading", name="Not verified")).to_be_visible()


async def test_a_replay_plays_by_itself_to_its_end_from_a_result_and_stands_at_the_moment_of_a_link(
    guests: Guests,
) -> None:
    guest = await guests.one(PHONE, moving=True)
    await guest.plays("Mini")
    await guest.first_move(tap=True)
    await guest.give_up()
    await guest.page.get_by_role("link", name="Replay of").first.click()
    position, play = guest.page.get_by_role("slider"), guest.page.get_by_role("button", name="Play", exact=True)
    await expect(position).to_have_value(await position.get_attribute("max") or "")
    await expect(play).to_be_visible()
    await play.click()  # from the start again
    await guest.press("Pause")
    await expect(play).to_be_visible()
    await guest.open(f"{guest.page.url.removeprefix(guest.base)}?at=1")
    await expect(position).to_have_value("1")
    await expect(play).to_be_visible()
    await expect(guest.page.get_by_role("button", name="Pause")).to_have_count(0)


async def test_a_board_on_which_only_cards_have_to_be_put_in_place_finishes_itself_by_a_tap(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await guest.starts_alone(EASY_DEAL)
    finish = guest.page.get_by_role("button", name="Finish", exact=True)
    await guest.goes_on(EASY_WIN[:12])
    moves = iter(EASY_WIN[12:])
    while not await finish.is_visible():
        await guest.move(next(moves), tap=True)
        await guest.settled()
    assert len([*moves]) > 1
    await finish.tap()
    await expect(guest.page.locator(".headline")).to_be_visible()
    await expect(guest.page.locator("main")).to_contain_text("You won")


async def test_two_who_race_now_meet_and_bots_take_the_other_seats(guests: Guests) -> None:
    ann, bob = await guests.one(PHONE), await guests.one()
    for guest in (ann, bob):
        await guest.open("/race")
        await expect(guest.page.get_by_role("button", name="Race now")).to_be_visible()
    for guest in (ann, bob):
        await guest.press("Race now")
    for guest in (ann, bob):
        await expect(guest.page.locator(".finding h2")).to_have_text("Finding players: 2/4")
        await expect(guest.page.locator(".finding .seconds")).to_have_text(re.compile("^[0-9]$"))
    for guest in (ann, bob):
        await guest.begun()
        await expect(guest.page.get_by_text("(bot)").first).to_be_attached()
