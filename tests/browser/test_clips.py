"""The dialog that makes a clip of a race."""

import base64
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Route, expect

from gaprace.web.clips.studio import make_clip
from gaprace.wire import encode
from tests.browser.guest import PHONE, TINY, Guests
from tests.browser.page_checks import is_well
from tests.browser.test_race_page import race_of
from tests.web.clips.test_clips import CLIENT, clip_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLAY = """async (address) => {
  const video = document.createElement("video");
  const frames = document.createElement("canvas").getContext("2d");
  Object.assign(video, { muted: true, src: address });
  await new Promise((ended, failed) => {
    Object.assign(video, { onended: ended, onerror: () => failed(video.error) });
    video.play().catch(failed);
  });
  const { currentTime, videoWidth, videoHeight } = video;
  Object.assign(frames.canvas, { width: videoWidth, height: videoHeight });
  frames.drawImage(video, 0, 0);
  const bar = frames.getImageData(videoWidth / 2, videoHeight - 2, 1, 1).data;
  return { seconds: currentTime, width: videoWidth, height: videoHeight, bar: [...bar] };
}"""
"""Plays a video to its end. `bar`: the colour in the middle of the line that grows."""


async def test_a_range_of_a_race_becomes_a_file_by_the_keyboard_alone(guests: Guests) -> None:
    guest = await guests.one(TINY)
    page, asked = guest.page, []
    race, clip = race_of(3), make_clip(replace(clip_of(2, 5, variant="mini"), format="webp"), CLIENT)

    async def show_race(route: Route) -> None:
        await route.fulfill(body=encode(race), content_type="application/json")

    async def show_clip(route: Route) -> None:
        asked.append(route.request.url)
        await route.fulfill(body=clip, content_type="image/webp")

    await page.route("**/api/races/fifty", show_race)
    await page.route("**/api/clips/**", show_clip)
    await guest.open("/race/fifty")
    await page.get_by_role("button", name="Make a clip").press("Enter")
    dialog = page.get_by_role("dialog", name="Make a clip")
    await expect(dialog).to_be_visible()
    players = dialog.get_by_role("checkbox")
    await expect(players).to_have_count(3)
    await players.nth(2).press("Space")
    await players.nth(0).press("Space")
    begin, end = dialog.get_by_role("slider", name="From"), dialog.get_by_role("slider", name="To")
    await end.press("Home")
    await expect(begin).to_have_attribute("aria-valuetext", "0:00")
    await expect(end).to_have_attribute("aria-valuetext", "0:01")
    await end.press("ArrowRight")
    await begin.press("ArrowRight")
    await dialog.get_by_label("File").select_option("webp")
    await dialog.get_by_role("button", name="Create").press("Enter")
    await expect(dialog.get_by_role("status")).to_have_text(re.compile(r"^Ready: \d+ kB$"))
    picture = dialog.get_by_role("img", name="The clip")
    await page.wait_for_function("(picture) => picture.naturalWidth > 0", arg=await picture.element_handle())
    wanted = parse_qs(urlsplit(asked[0]).query)
    games = ",".join(game.game for game in race.games[1:])
    assert wanted == {"games": [games], "from": ["1000"], "to": ["2000"], "length": ["20"]}
    async with page.expect_download() as downloading:
        await dialog.get_by_role("link", name="Save").press("Enter")
    download = await downloading.value
    assert download.suggested_filename == "gaprace.webp"
    await is_well(guest, (TINY,))
    await end.press("End")
    await expect(picture).to_have_count(0)
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)


async def test_a_video_is_recorded_here_and_plays(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    page, race = guest.page, race_of(2)

    async def show_race(route: Route) -> None:
        await route.fulfill(body=encode(race), content_type="application/json")

    await page.route("**/api/races/fifty", show_race)
    await guest.open("/race/fifty")
    await page.get_by_role("button", name="Make a clip").click()
    dialog = page.get_by_role("dialog", name="Make a clip")
    await dialog.get_by_role("slider", name="To").press("Home")
    await dialog.get_by_label("File").select_option("video")
    await dialog.get_by_role("button", name="Create").click()
    await expect(dialog.get_by_role("status")).to_have_text(re.compile(r"^Ready: \d+ kB$"))
    async with page.expect_download() as downloading:
        await dialog.get_by_role("link", name="Save").click()
    download = await downloading.value
    kind = Path(download.suggested_filename).suffix[1:]
    assert kind in {"mp4", "webm"}
    content = (await download.path()).read_bytes()
    assert len(content) < 2_000_000 / 60 * 2
    player = await guest.context.new_page()  # the pages of the site may not show data as a video
    played = await player.evaluate(PLAY, f"data:video/{kind};base64,{base64.b64encode(content).decode()}")
    assert played["width"] == 640
    assert played["height"] > 200
    red, green, blue, _ = played["bar"]
    assert red > green > blue, "the line is golden"
