import { rankText } from "../i18n/index.js";
import { rank } from "../rules/cards.js";
import { h } from "../ui/dom.js";
import { drawCard, drawFace } from "./thumbnail.js";

/** @typedef {ReturnType<typeof fallingCard>} Falling */

/** How long after the win the last card leaves its place, and all are gone (ms). */
const LAUNCHES_MS = 1500;
const END_MS = 2700;
/** Down, in pixels a second squared, of a stage that is 600 pixels high. */
const GRAVITY = 1700;
/** The speed that is left after a bounce. */
const BOUNCE = 0.74;
const MAX_SPEED = 420;
/** More pixels than these cost frames and are hardly seen. */
const MAX_PIXEL_RATIO = 2;
/** A mean frame longer than this ends it: the device has other things to do (ms). */
const MAX_FRAME_MS = 40;
/** How much one frame counts in the mean. */
const FRAME_WEIGHT = 0.12;
/** Taps of the game that was just won do not end it (ms). */
const GRACE_MS = 300;

const STYLE = {
  position: "absolute",
  inset: 0,
  zIndex: 11,
  width: "100%",
  height: "100%",
  pointerEvents: "none",
};

/** Let the cards of a won board fall, one after the other, until all are gone, somebody taps, or frames take too long. @param {BoardView} view */
export function cascade(view) {
  const stage = view.element.parentElement;
  if (!stage) return;
  const canvas = h("canvas.cascade", { "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  const box = stage.getBoundingClientRect();
  const ratio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
  Object.assign(canvas, { width: box.width * ratio, height: box.height * ratio });
  Object.assign(canvas.style, STYLE);
  context?.scale(ratio, ratio);
  const highestFirst = [...view.cards.keys()].sort((a, b) => rank(b) - rank(a) || a - b);
  const waiting = highestFirst.map((card) => fallingCard(view, card, box, ratio));
  /** @type {Falling[]} */
  const falling = [];
  const count = waiting.length;
  const end = new AbortController();
  const start = performance.now();
  let last = start;
  let mean = 0;

  const stop = () => {
    end.abort();
    canvas.remove();
    for (const { element } of [...waiting, ...falling]) element.style.visibility = "";
  };
  const onInput = () => performance.now() - start > GRACE_MS && stop();
  for (const input of ["pointerdown", "keydown"])
    document.addEventListener(input, onInput, { signal: end.signal, passive: true });
  view.signal.addEventListener("abort", stop, { signal: end.signal });

  const frame = (/** @type {number} */ now) => {
    if (end.signal.aborted || !context) return;
    const passed = Math.max(0, now - last);
    last = now;
    mean += (passed - mean) * FRAME_WEIGHT;
    if (mean > MAX_FRAME_MS || now - start > END_MS) return stop();
    const launched = Math.ceil(((now - start) / LAUNCHES_MS) * count);
    for (const card of waiting.splice(0, launched - falling.length)) {
      card.element.style.visibility = "hidden";
      falling.push(card);
    }
    for (const card of falling) {
      fall(card, Math.min(passed, MAX_FRAME_MS) / 1000, box.height);
      const { picture, x, y } = card;
      context.drawImage(picture, x, y, picture.width / ratio, picture.height / ratio);
    }
    requestAnimationFrame(frame);
  };
  stage.append(canvas);
  requestAnimationFrame(frame);
}

/** @type {(card: Falling, seconds: number, floor: number) => void} */
function fall(card, seconds, floor) {
  const { height } = card;
  card.vy += GRAVITY * (floor / 600) * seconds;
  card.x += card.vx * seconds;
  card.y += card.vy * seconds;
  if (card.y < floor - height) return;
  card.y = floor - height;
  card.vy *= -BOUNCE;
}

/** A card that falls: places in CSS pixels of the stage, speeds in pixels a second. @param {BoardView} view @param {Card} card @param {DOMRect} stage @param {number} ratio */
function fallingCard(view, card, stage, ratio) {
  const element = /** @type {HTMLElement} */ (view.cards.get(card));
  const { left, top, width, height } = element.getBoundingClientRect();
  const direction = Math.random() < 0.5 ? -1 : 1;
  return {
    element,
    height,
    picture: pictureOf(element, card, width * ratio, height * ratio, !!view.state?.isTall),
    x: left - stage.left,
    y: top - stage.top,
    vx: direction * MAX_SPEED * (0.25 + 0.75 * Math.random()),
    vy: -MAX_SPEED * Math.random(),
  };
}

/** @type {(element: HTMLElement, card: Card, width: number, height: number, isTall: boolean) => HTMLCanvasElement} */
function pictureOf(element, card, width, height, isTall) {
  const picture = h("canvas", { width: Math.round(width), height: Math.round(height) });
  const context = picture.getContext("2d");
  const style = getComputedStyle(/** @type {Element} */ (element.firstElementChild));
  if (!context) return picture;
  const cell = { left: 0, top: 0, width: picture.width, height: picture.height };
  drawCard(context, cell, style.backgroundColor, "");
  context.strokeStyle = "#0004";
  context.stroke();
  context.fillStyle = style.color;
  drawFace(context, cell, card, rankText(rank(card)), isTall);
  return picture;
}
