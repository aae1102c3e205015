import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { onAbort } from "../ui/timers.js";

/** @typedef {{ colour: string, points: [x: number, y: number][] }} Stroke in parts of the width and of the height, so that it stays where it is when the screen changes */

/** Of a drawing's shorter side. */
const WIDTH = 0.014;
const MIN_WIDTH_PX = 3;

/** A canvas over a board, to draw on with a mouse, a pen or fingers. Nobody else sees the drawing. */
export class Pen {
  element = h("canvas", { class: "caster-pen", role: "img", "aria-label": t("drawing") });
  #context = this.element.getContext("2d");
  /** @type {Stroke[]} */ #strokes = [];
  /** The strokes that are being drawn, by pointer. @type {Map<number, Stroke>} */ #current = new Map();

  /** @param {string} colour @param {AbortSignal} signal of the drawing */
  constructor(colour, signal) {
    this.colour = colour;
    const { element } = this;
    element.addEventListener("pointerdown", (event) => this.#begin(event));
    element.addEventListener("pointermove", (event) => this.#goOn(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"]))
      element.addEventListener(end, ({ pointerId }) => this.#current.delete(pointerId));
    const sizes = new ResizeObserver(([{ contentRect }]) => this.#resize(contentRect));
    sizes.observe(element);
    onAbort(signal, () => sizes.disconnect());
  }

  get isEmpty() {
    return !this.#strokes.length;
  }

  clear() {
    this.#strokes = [];
    this.#current.clear();
    this.#draw();
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (event.button) return;
    this.element.setPointerCapture(event.pointerId);
    const point = this.#point(event);
    const stroke = { colour: this.colour, points: [point, point] }; // a dot, if nothing follows
    this.#current.set(event.pointerId, stroke);
    this.#strokes.push(stroke);
    this.#draw();
  }

  /** @param {PointerEvent} event */
  #goOn(event) {
    const stroke = this.#current.get(event.pointerId);
    if (!stroke) return;
    stroke.points.push(this.#point(event));
    this.#draw();
  }

  /** @param {PointerEvent} event @returns {[number, number]} */
  #point({ clientX, clientY }) {
    const { height, left, top, width } = this.element.getBoundingClientRect();
    return [(clientX - left) / width, (clientY - top) / height];
  }

  /** @param {DOMRectReadOnly} box in CSS pixels */
  #resize({ width, height }) {
    const [across, down] = [width, height].map((side) => Math.round(side * devicePixelRatio));
    Object.assign(this.element, { width: across, height: down });
    this.#draw();
  }

  #draw() {
    const { height, width } = this.element;
    const context = this.#context;
    if (!context) return;
    context.clearRect(0, 0, width, height);
    context.lineWidth = Math.max(MIN_WIDTH_PX * devicePixelRatio, WIDTH * Math.min(width, height));
    context.lineCap = context.lineJoin = "round";
    for (const { colour, points } of this.#strokes) {
      context.strokeStyle = colour;
      context.beginPath();
      for (const [x, y] of points) context.lineTo(x * width, y * height);
      context.stroke();
    }
  }
}
