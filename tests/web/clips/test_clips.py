"""Clips: decoded, their pictures show the boards of the engine, in time, and their files are small."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from gaprace.rules.actions import ControlAction, transcript_text
from gaprace.rules.cards import GAP
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.web.clips.encoders import FORMATS
from gaprace.web.clips.scene import Layout, clock_text
from gaprace.web.clips.studio import make_clip
from gaprace.web.clips.timeline import END_MS, MAX_GAMES, TICK_MS, Clip, ClippedGame, Still, Timeline
from gaprace.web.social import pictures
from tests.positions import random_deal, random_game

CLIENT = Path(__file__).parents[3] / "client"
MAX_BYTES_OF_A_MINUTE = 2_000_000
Cells = list[bytes]


def clip_of(
    count: int, actions: int, *, variant: str = "addiction", length_s: int = 20, file_format: str = "gif"
) -> Clip:
    deal = random_deal(Random(5), VARIANTS[variant])
    games = [_clipped(f"Player {seed}", deal, random_game(Random(seed), deal, actions)) for seed in range(count)]
    return Clip(tuple(games), file_format, 0, None, length_s)


def _clipped(name: str, deal: Deal, game: Game) -> ClippedGame:
    return ClippedGame(name, deal, game.transcript)


def decoded(file: bytes) -> list[tuple[Image.Image, int]]:
    """The pictures of a file, and how long each is shown (ms)."""
    found = []
    with Image.open(BytesIO(file)) as image:
        for number in range(image.n_frames):  # type: ignore[attr-defined]
            image.seek(number)
            image.load()
            found.append((image.convert("RGB"), image.info["duration"]))
    return found


def boards_at(clip: Clip, ms: int) -> list[Game]:
    """The games of a clip as the rules have them at an instant."""
    played = [Game.replaying(game.deal, game.transcript) for game in clip.games]
    return [[each for each in games if each.time_ms <= ms][-1] for games in played]


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


@pytest.mark.parametrize("file_format", FORMATS)
@pytest.mark.parametrize(("count", "variant"), [(1, "addiction"), (4, "mini")])
def test_every_picture_shows_the_boards_of_its_instant(count: int, variant: str, file_format: str) -> None:
    clip = clip_of(count, 30, variant=variant, file_format=file_format)
    stills, layout = Timeline(clip).stills(), Layout(count, VARIANTS[variant].columns)
    images = decoded(make_clip(clip, CLIENT))
    assert [duration for _, duration in images] == [still.duration_ms for still in stills]
    looks: dict[tuple[int, bool, bool], bytes] = {}
    for (image, _), still in zip(images, stills, strict=True):
        assert image.size == layout.size
        for number, game in enumerate(boards_at(clip, still.ms)):
            _compare(image, layout, number, game, looks)
    assert len(set(looks.values())) == len(looks)


def _compare(
    image: Image.Image, layout: Layout, number: int, game: Game, looks: dict[tuple[int, bool, bool], bytes]
) -> None:
    """Compare a board with its picture: each card, locked or not, moved last or not, has one look of its own."""
    last = game.actions[-1].action if game.actions else None
    moved = last.card if last and not isinstance(last, ControlAction) else None
    for slot, card in enumerate(game.board.cells):
        row, column = divmod(slot, game.board.columns)
        is_locked = column < game.board.locked_in_row(row)
        cell = image.crop(layout.cell(number, slot))
        look = card, is_locked, card == moved
        if look in looks:
            assert looks[look] == cell.tobytes()
            continue
        looks[look] = cell.tobytes()
        ground = pictures.SLOT if card == GAP else pictures.LOCK if is_locked else pictures.CARD
        counted: Sequence[tuple[int, tuple[int, ...]]] = cell.getcolors(10_000)  # type: ignore[assignment]
        colours = {colour for _, colour in counted}
        assert max(counted)[1] == rgb(ground)
        assert (rgb(pictures.ACCENT) in colours) == (card == moved)
        assert [suit for suit in range(4) if rgb(pictures.SUIT_COLOURS[suit]) in colours] == (
            [card >> 4] if card else []
        )


def test_a_range_is_shown_from_its_first_to_its_last_instant_in_time() -> None:
    clip = replace(clip_of(1, 80), from_ms=5_000, to_ms=35_000, length_s=10)
    timeline = Timeline(clip)
    stills = timeline.stills()
    assert timeline.speed == 3
    assert (stills[0].second, stills[-1].second) == (5, 35)
    assert sum(still.duration_ms for still in stills) == pytest.approx(10_000 + END_MS, abs=2 * TICK_MS)
    assert [still.games[0].board for still in stills] == [boards_at(clip, still.ms)[0].board for still in stills]
    shown = [still.games[0].board for still in stills]
    for before, after in pairwise(_actions_between(clip, 5_000, 35_000)):
        if after.time_ms - before.time_ms > 3 * TICK_MS * timeline.speed:
            assert before.board in shown


def _actions_between(clip: Clip, from_ms: int, to_ms: int) -> list[Game]:
    games = Game.replaying(clip.games[0].deal, clip.games[0].transcript)
    return [game for game in games if from_ms <= game.time_ms <= to_ms]


def test_a_short_range_is_not_slowed_down_and_one_beyond_the_end_shows_the_end() -> None:
    clip = clip_of(1, 20)
    end_ms = boards_at(clip, 10**9)[0].time_ms
    short = Timeline(replace(clip, to_ms=2_000, length_s=60))
    assert short.speed == 1
    assert _seconds(short.stills()) == pytest.approx((2_000 + END_MS) / 1000, abs=2 * TICK_MS / 1000)
    assert Timeline(replace(clip, to_ms=end_ms * 5)).stills() == Timeline(clip).stills()
    (last,) = Timeline(replace(clip, from_ms=end_ms + 1)).stills()
    assert last.games[0].board == boards_at(clip, end_ms)[0].board


def _seconds(stills: Sequence[Still]) -> float:
    return sum(still.duration_ms for still in stills) / 1000


def test_a_minute_of_two_games_full_of_moves_is_less_than_2_mb() -> None:
    file = make_clip(clip_of(2, 300, length_s=60), CLIENT)
    assert len(file) < MAX_BYTES_OF_A_MINUTE
    with Image.open(BytesIO(file)) as image:
        assert image.n_frames > 200  # type: ignore[attr-defined]


def test_a_webp_is_a_good_deal_smaller_than_a_gif() -> None:
    clip = clip_of(1, 20)
    assert len(make_clip(replace(clip, format="webp"), CLIENT)) < 0.75 * len(make_clip(clip, CLIENT))


def test_a_game_without_an_action_is_one_picture() -> None:
    clip = clip_of(1, 0)
    assert clip.games[0].transcript == transcript_text([])
    for file_format in FORMATS:
        assert len(decoded_once(make_clip(replace(clip, format=file_format), CLIENT))) == 1


def decoded_once(file: bytes) -> list[Image.Image]:
    with Image.open(BytesIO(file)) as image:
        return [image.convert("RGB")] * getattr(image, "n_frames", 1)


@pytest.mark.parametrize("variant", ["addiction", "mini"])
@pytest.mark.parametrize("count", range(1, MAX_GAMES + 1))
def test_boards_lie_side_by_side_inside_the_picture_which_codecs_can_halve(count: int, variant: str) -> None:
    layout = Layout(count, VARIANTS[variant].columns)
    width, height = layout.size
    assert width % 2 == height % 2 == 0
    assert max(layout.size) <= 1000
    cells = [layout.cell(number, slot) for number in range(count) for slot in range(4 * layout.columns)]
    covered = {(x, y) for left, top, right, bottom in cells for x in range(left, right) for y in range(top, bottom)}
    assert len(covered) == sum((right - left) * (bottom - top) for left, top, right, bottom in cells)
    assert all(0 <= x < width and 0 <= y < height for x, y in covered)


def test_the_same_clip_is_the_same_file_and_another_name_another() -> None:
    clip = clip_of(1, 5, variant="mini")
    other = replace(clip, games=(replace(clip.games[0], name="\u0639\u0627\u0626\u0634\u0629"),))
    assert make_clip(clip, CLIENT) == make_clip(clip, CLIENT) != make_clip(other, CLIENT)


def test_the_clock_says_how_fast_it_goes() -> None:
    assert clock_text(200, 1.2) == "3:20"
    assert clock_text(200, 4.6) == "3:20 \u00d75"
