import { markOf, placeOf } from "../board/state.js";
import { drawSlot, paletteOf } from "../board/thumbnail.js";
import { timeText } from "../i18n/index.js";
import { columnsOf, locked, lockedSlots, ROWS } from "../rules/board.js";
import { onAbort } from "../ui/timers.js";
import { frameAt } from "./frames.js";

/** @import { Palette } from "../board/thumbnail.js" */
/** @import { Clipped, Range } from "./clips.js" */

/** How the boards of a video lie: how many side by side, and their size (px). @typedef {{ across: number, width: number, height: number, boardHeight: number }} Layout */

/** The types that the browser is asked for, the most welcome in chats first. */
const TYPES = ["video/mp4;codecs=avc1.42E01F", "video/webm;codecs=vp9", "video/webm;codecs=vp8"];
/** A minute of it has less than 2 MB. */
export const BITS_PER_SECOND = 240_000;
const FRAMES_PER_SECOND = 15;
const WIDTH = 640;
/** The heights of the name over a board, and of the clock below all (px). */
const HEAD = 34;
const FOOT = 34;
/** The width of a small board by its height, for each column. */
const ASPECT_OF_COLUMN = 3 / 16;
/** Boards of so many columns at most lie side by side. */
const MAX_NARROW_COLUMNS = 8;
/** The end stays for a while (ms). */
const HOLD_MS = 500;
const BACKGROUND = "#0a2a26";
const INK = "#f4f1e6";

/** The first type that a browser can record, or "". @param {(type: string) => boolean} isSupported */
export const videoType = (isSupported) => TYPES.find(isSupported) ?? "";

/** The suffix of the video files of this browser. @param {string} type */
export const videoSuffix = (type) => (type.startsWith("video/mp4") ? "mp4" : "webm");

/** @type {(count: number, columns: number) => Layout} */
export function layoutOf(count, columns) {
  const across = columns <= MAX_NARROW_COLUMNS ? Math.min(2, count) : 1;
  const width = WIDTH / across;
  // Encoders want even sizes.
  const boardHeight = 2 * Math.round(width / (columns * ASPECT_OF_COLUMN) / 2);
  return { across, width, boardHeight, height: (HEAD + boardHeight) * Math.ceil(count / across) + FOOT };
}

/** The picture of a clip at a time. */
export class VideoPicture {
  canvas = document.createElement("canvas");
  #context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
  /** The frame of each game that is drawn. @type {number[]} */ #drawn = [];
  #layout;

  /** @param {Clipped[]} games @param {Palette} palette */
  constructor(games, palette) {
    this.games = games;
    this.palette = palette;
    this.#layout = layoutOf(games.length, columnsOf(games[0].frames[0].game.board));
    Object.assign(this.canvas, { width: WIDTH, height: this.#layout.height });
    this.#fill(0, 0, WIDTH, this.#layout.height, BACKGROUND);
  }

  /** @param {number} ms since the start of the games @param {number} share of the clip that has passed */
  draw(ms, share) {
    for (const [i, { frames }] of this.games.entries()) {
      const at = frameAt(frames, ms);
      if (this.#drawn[i] !== at) this.#drawGame(i, at);
      this.#drawn[i] = at;
    }
    this.#drawFoot(ms, share);
  }

  /** @param {number} i @param {number} at */
  #drawGame(i, at) {
    const { across, boardHeight, width } = this.#layout;
    const { frames, name } = this.games[i];
    const { board } = frames[at].game;
    const left = (i % across) * width;
    const top = Math.floor(i / across) * (HEAD + boardHeight);
    const columns = columnsOf(board);
    this.#fill(left, top, width, HEAD, BACKGROUND);
    this.#write(name, left + 8, top + HEAD / 2, "left", width - 100);
    this.#write(`${locked(board)}/${ROWS * (columns - 1)}`, left + width - 8, top + HEAD / 2, "right");
    const isLocked = new Set(lockedSlots(board));
    const marked = at > 0 && markOf(frames[at - 1].game.board, board)?.card;
    const cell = { width: width / columns, height: boardHeight / ROWS };
    for (const [slot, card] of board.entries()) {
      const { column, row } = placeOf(slot, columns);
      const place = { ...cell, left: left + column * cell.width, top: top + HEAD + row * cell.height };
      const look = { card, isLocked: isLocked.has(slot), isMarked: !!card && card === marked };
      drawSlot(this.#context, place, look, this.palette, false);
    }
  }

  /** The clock, and a line that grows: it changes in every frame, so that the video lasts as long as the clip. @param {number} ms @param {number} share */
  #drawFoot(ms, share) {
    const top = this.#layout.height - FOOT;
    this.#fill(0, top, WIDTH, FOOT, BACKGROUND);
    this.#fill(0, top + FOOT - 4, WIDTH * share, 4, this.palette.mark);
    this.#write(timeText(ms), 8, top + FOOT / 2 - 1, "left");
    this.#write(location.host, WIDTH - 8, top + FOOT / 2 - 1, "right", WIDTH / 2);
  }

  /** @type {(left: number, top: number, width: number, height: number, colour: string) => void} */
  #fill(left, top, width, height, colour) {
    this.#context.fillStyle = colour;
    this.#context.fillRect(left, top, width, height);
  }

  /** @type {(text: string, x: number, y: number, align: CanvasTextAlign, maxWidth?: number) => void} */
  #write(text, x, y, align, maxWidth) {
    Object.assign(this.#context, { font: "700 18px system-ui, sans-serif", textAlign: align });
    Object.assign(this.#context, { textBaseline: "middle", fillStyle: INK });
    this.#context.fillText(text, x, y, maxWidth);
  }
}

/** The colours of the small boards. @param {Element} thumbnail */
export const coloursOf = (thumbnail) => paletteOf(getComputedStyle(thumbnail));

/**
 * Record a range while it is drawn, at the speed of the clip; so it takes as long as the clip lasts.
 * @param {VideoPicture} picture @param {Range} range @param {number} speed
 * @param {(leftMs: number) => void} onProgress @param {AbortSignal} signal @returns {Promise<Blob>}
 */
export async function recordVideo(picture, { from, to }, speed, onProgress, signal) {
  const mimeType = videoType(MediaRecorder.isTypeSupported);
  const stream = picture.canvas.captureStream(FRAMES_PER_SECOND);
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: BITS_PER_SECOND });
  /** @type {Blob[]} */
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  const ending = new AbortController();
  try {
    picture.draw(1000 * from, 0);
    recorder.start();
    await played(picture, { from, to }, speed, onProgress, AbortSignal.any([signal, ending.signal]));
  } finally {
    ending.abort();
    recorder.stop();
    await stopped;
    for (const track of stream.getTracks()) track.stop();
  }
  return new Blob(parts, { type: mimeType });
}

/** Draw a range in its time. @type {(picture: VideoPicture, range: Range, speed: number, onProgress: (leftMs: number) => void, signal: AbortSignal) => Promise<void>} */
const played = (picture, { from, to }, speed, onProgress, signal) =>
  new Promise((resolve, reject) => {
    const lastsMs = (1000 * (to - from)) / speed + HOLD_MS;
    const began = performance.now();
    const timer = setInterval(() => {
      const passed = performance.now() - began;
      picture.draw(Math.min(1000 * to, 1000 * from + passed * speed), Math.min(1, passed / lastsMs));
      onProgress(Math.max(0, lastsMs - passed));
      if (passed < lastsMs) return;
      clearInterval(timer);
      resolve();
    }, 1000 / FRAMES_PER_SECOND);
    onAbort(signal, () => {
      clearInterval(timer);
      reject(signal.reason);
    });
  });
