import { BoardThumbnail } from "../board/thumbnail.js";
import { t, timeText } from "../i18n/index.js";
import { openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { checkbox, select, slider } from "../ui/fields.js";
import { numberText } from "../ui/format.js";
import { labelled } from "../ui/forms.js";
import { note, row, stack } from "../ui/parts.js";
import { onAbort } from "../ui/timers.js";
import { frameAt } from "./frames.js";
import { coloursOf, recordVideo, VideoPicture, videoSuffix } from "./video.js";

/** @typedef {{ from: number, to: number }} Range in whole seconds of the games */

/** The seconds that a clip may last. */
const LENGTHS_S = [10, 20, 30, 60];
const DEFAULT_LENGTH_S = 20;
/** Games side by side in a clip. */
const MAX_GAMES = 4;
const SECOND_MS = 1000;

/** The seconds of a slider for games that end at a time. @type {(endMs: number) => number} */
export const lastSecond = (endMs) => Math.max(1, Math.ceil(endMs / SECOND_MS));

/** The range to begin with: from the instant that is shown to the end, or all. @type {(atMs: number, endMs: number) => Range} */
export function firstRange(atMs, endMs) {
  const to = lastSecond(endMs);
  const at = Math.floor(atMs / SECOND_MS);
  return { from: at < to && atMs < endMs ? at : 0, to };
}

/** A range after one of its ends was moved: the other one gives way. @type {(range: Range, moved: "from" | "to", last: number) => Range} */
export function pushed({ from, to }, moved, last) {
  if (from < to) return { from, to };
  if (moved === "from") return from < last ? { from, to: from + 1 } : { from: last - 1, to: last };
  return to > 0 ? { from: to - 1, to } : { from: 0, to: 1 };
}

/** How many times as fast a range is shown, so that it lasts no longer than a length (s). @type {(range: Range, length: number) => number} */
export const speedOf = ({ from, to }, length) => Math.max(1, (to - from) / length);

/** How long a clip of a range lasts (s), and how many times as fast it is. @type {(range: Range, length: number) => { seconds: number, speed: number }} */
export function pace({ from, to }, length) {
  const speed = speedOf({ from, to }, length);
  return { seconds: Math.round((to - from) / speed), speed: Math.round(speed) };
}

/** @typedef {{ id: string, name: string, frames: Frame[] }} Clipped a game that a clip may show */

const KILOBYTE = 1000;
/** How many games are chosen at first, of a race with many players. */
const FIRST_GAMES = 2;

/** Let a player choose the content of a clip, and have it made. @param {Clipped[]} games on one deal, best first @param {number} at the instant that is shown (ms) */
export function openClip(games, at) {
  document.querySelector("dialog")?.close(); // the facts, on small screens
  const form = new ClipForm(games, at);
  const dialog = openDialog(t("makeClip"), form.element);
  dialog.addEventListener("close", () => form.close());
}

class ClipForm {
  #closing = new AbortController();
  #making = new AbortController();
  #thumbnail = new BoardThumbnail(this.#closing.signal);
  #pace = note();
  #status = h("p.small", { role: "status" });
  #result = stack();

  /** @param {Clipped[]} games @param {number} at */
  constructor(games, at) {
    const end = Math.max(...games.map(({ frames }) => frames[frames.length - 1].ms));
    this.games = games;
    this.last = lastSecond(end);
    this.range = firstRange(at, end);
    this.players = games.map(({ id: value, name }, i) =>
      h("label", checkbox(i < FIRST_GAMES, { value, onchange: () => this.#show("from") }), name),
    );
    this.from = this.#slider("from");
    this.to = this.#slider("to");
    const onchange = () => this.#show("from");
    this.length = select(LENGTHS_S, (n) => t("clipSeconds", { n }), DEFAULT_LENGTH_S, { onchange });
    this.make = button(t("clipMake"), () => this.#make(), "btn main");
    this.element = h(
      "div.stack.clip",
      games.length > 1 && h("fieldset", h("legend", t("clipPlayers")), ...this.players),
      this.#thumbnail.element,
      this.from.element,
      this.to.element,
      labelled(t("clipLength"), this.length),
      this.#pace,
      row(this.make),
      this.#status,
      this.#result,
    );
    this.#show("from");
  }

  close() {
    this.#closing.abort();
    this.#making.abort();
  }

  /** The chosen games. */
  get #chosen() {
    const ids = this.players.flatMap((label) => {
      const box = label.querySelector("input");
      return box?.checked ? [box.value] : [];
    });
    return this.games.filter(({ id }) => ids.includes(id));
  }

  /** @param {"from" | "to"} end of the range */
  #slider(end) {
    const text = t(end === "from" ? "clipFrom" : "clipTo");
    const move = (/** @type {number} */ second) => {
      this.range = pushed({ ...this.range, [end]: second }, end, this.last);
      this.#show(end);
    };
    const input = slider(text, this.last, move, { value: this.range[end] });
    const time = h("span.numbers");
    const label = h("span.row.between", text, time);
    return { input, time, element: h("label", label, input) };
  }

  /** Show the present choice. @param {"from" | "to"} end the end of the range whose board is shown */
  #show(end) {
    for (const each of /** @type {const} */ (["from", "to"])) {
      const text = timeText(this.range[each] * SECOND_MS);
      this[each].input.value = String(this.range[each]);
      this[each].input.setAttribute("aria-valuetext", text);
      this[each].time.textContent = text;
    }
    const { seconds, speed } = pace(this.range, Number(this.length.value));
    this.#pace.textContent = t(speed > 1 ? "clipFaster" : "clipPace", { n: seconds, speed });
    this.#limitPlayers();
    const [first] = this.#chosen;
    if (first) {
      const { frames } = first;
      this.#thumbnail.show(frames[frameAt(frames, this.range[end] * SECOND_MS)].game.board);
    }
    this.#forget();
  }

  /** A clip has one player at least, and a few at most. */
  #limitPlayers() {
    const { length } = this.#chosen;
    for (const label of this.players) {
      const box = label.querySelector("input");
      if (box) box.disabled = box.checked ? length === 1 : length >= MAX_GAMES;
    }
  }

  /** A clip that was made shows something else. */
  #forget() {
    this.#making.abort();
    this.#status.textContent = "";
    this.#result.replaceChildren();
  }

  /** Record the clip while it is drawn. */
  async #make() {
    this.#forget();
    this.#making = new AbortController();
    const { signal } = this.#making;
    try {
      const picture = new VideoPicture(this.#chosen, coloursOf(this.#thumbnail.element));
      this.#result.replaceChildren(picture.canvas);
      const speed = speedOf(this.range, Number(this.length.value));
      const left = (/** @type {number} */ ms) => {
        this.#status.textContent = t("clipRecording", { n: Math.ceil(ms / SECOND_MS) });
      };
      this.#offer(await recordVideo(picture, this.range, speed, left, signal), picture.canvas);
    } catch {
      if (!signal.aborted) this.#status.textContent = t("clipNoVideo");
    }
  }

  /** @param {Blob} video @param {HTMLElement} shown */
  #offer(video, shown) {
    const path = URL.createObjectURL(video);
    onAbort(this.#making.signal, () => URL.revokeObjectURL(path));
    const file = new File([video], `gaprace.${videoSuffix(video.type)}`, { type: video.type });
    const size = numberText(Math.ceil(file.size / KILOBYTE));
    this.#status.textContent = t("clipReady", { size });
    this.#result.replaceChildren(
      row(
        navigator.canShare?.({ files: [file] }) &&
          button(t("share"), () => navigator.share({ files: [file] }).catch(() => {}), "btn main"),
        h("a.btn", { href: path, download: file.name }, t("clipSave")),
      ),
      shown,
    );
    this.#result.scrollIntoView({ block: "nearest" });
  }
}
