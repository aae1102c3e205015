"""The dialog that makes a clip of a race."""

import base64
import re
from pathlib import Path

from playwright.async_api import Download, Locator, expect

from tests.browser.guest import DESKTOP, TINY, Guest, Guests
from tests.browser.page_checks import is_seen_whole, is_well, resize
from tests.browser.test_race_page import show_race

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


async def test_a_range_of_a_race_becomes_a_video_by_the_keyboard_alone(guests: Guests) -> None:
    guest = await guests.one(TINY)
    page = guest.page
    dialog = await clip_dialog(guest)
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
    await dialog.get_by_role("button", name="Create").press("Enter")
    await expect(dialog.get_by_role("status")).to_have_text(re.compile(r"^Ready: \d+ kB$"))
    async with page.expect_download() as downloading:
        await dialog.get_by_role("link", name="Save").press("Enter")
    await plays(guest, await downloading.value)
    await is_well(guest, (TINY,))
    await end.press("End")
    await expect(dialog.get_by_role("link", name="Save")).to_have_count(0)
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)


async def clip_dialog(guest: Guest) -> Locator:
    """Open the dialog on the page of a race of three players."""
    page = guest.page
    await show_race(guest, 3)
    await page.get_by_role("button", name="Make a clip").press("Enter")
    dialog = page.get_by_role("dialog", name="Make a clip")
    await expect(dialog).to_be_visible()
    await is_seen_whole(guest, "dialog")
    await resize(guest, *DESKTOP)
    return dialog


async def plays(guest: Guest, download: Download) -> None:
    """Check that a video of two boards and of one second at most plays."""
    kind = Path(download.suggested_filename).suffix[1:]
    assert kind in {"mp4", "webm"}
    content = (await download.path()).read_bytes()
    assert len(content) < 2_000_000 / 60 * 2
    player = await guest.context.new_page()  # the pages of the site may not show data as a video
    played = await player.evaluate(PLAY, f"data:video/{kind};base64,{base64.b64encode(content).decode()}")
    await player.close()
    assert played["width"] == 640
    assert played["height"] > 200
    red, green, blue, _ = played["bar"]
    assert red > green > blue, "the line is golden"
