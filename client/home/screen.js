import { t, variantHelp, variantName } from "../i18n/index.js";
import { createRoom, me, raceNow, room, rooms } from "../net/api.js";
import { keepRoom, keepVariant, lastRoom, lastVariant } from "../preferences/preferences.js";
import { enterRoom } from "../room/enter.js";
import { lazySettingsForm } from "../room/settings.js";
import { DEFAULT_VARIANT, VARIANTS } from "../rules/variants.js";
import { button, byId, h, link, morph } from "../ui/dom.js";
import { toastError } from "../ui/errors.js";
import { rulesLater } from "../ui/lazy.js";
import { load } from "../ui/load.js";
import { go } from "../ui/router.js";
import { every } from "../ui/timers.js";
import { TryBoard } from "./try-board.js";

/** @import { RoomSummary, RoomView, Settings } from "../net/messages.js" */
/** @import { Page } from "../ui/router.js" */
/** @import { Shell } from "../ui/shell.js" */

const REFRESH_INTERVAL_MS = 10000;
/** What somebody plays who has not chosen yet: it takes a minute. */
const QUICK_VARIANT = "mini";

/** The first page: a board to try, and one way on; below it, everything else. @param {Page} page */
export default function homeScreen({ shell, signal }) {
  const today = h("section", { class: "panel full-width today" });
  const watch = h("section", { class: "panel" });
  byId("main").append(
    h(
      "div",
      { class: "page two-columns home" },
      hero(signal),
      today,
      h("div", { class: "stack" }, join(), watch),
      solo(),
      h("p", { class: "full-width row" }, link("/how", t("how")), link("/verify", t("verify"))),
    ),
  );
  showRooms(watch, []);
  const update = () => updateRooms(watch, signal);
  void update();
  every(REFRESH_INTERVAL_MS, update, signal);
  void addToday(shell, today, signal);
}

/** Show what is of use, but not needed: without it, the page does. @param {Shell} shell @param {HTMLElement} element @param {AbortSignal} signal */
async function addToday(shell, element, signal) {
  const [today, nav] = await Promise.all([
    load(import("../daily/today.js"), "today", "ui/site-nav.css", "daily/daily.css"),
    import("../ui/site-nav.js"),
  ]).catch(() => []);
  if (!today || !nav || signal.aborted) return;
  nav.showSiteNav(shell);
  await today.showToday(element, signal);
}

/** @param {AbortSignal} signal */
function hero(signal) {
  const play = button(t("playNow"), () => playSolo(QUICK_VARIANT), { class: "btn main big" });
  const ways = h(
    "div",
    { class: "row ways" },
    play,
    button(t("raceNow"), () => enterRoom(raceNow(lastVariant(QUICK_VARIANT))), {
      class: "btn big",
    }),
    button(t("race"), () => raceFriends({ variant: { name: lastVariant(QUICK_VARIANT) } }), {
      class: "btn big",
    }),
    button(t("how"), rulesLater, { class: "btn quiet big", "aria-haspopup": "dialog" }),
  );
  void showResume(ways, play, signal);
  return h(
    "section",
    { class: "hero full-width" },
    h("div", { class: "stack" }, h("h1", {}, ...sentences(t("slogan"))), h("p", {}, t("lead"))),
    new TryBoard(signal).element,
    ways,
  );
}

/** A line ends between sentences rather than within one. @type {(text: string) => (Node | string)[]} */
const sentences = (text) => text.split(/(?<=\.) /).flatMap((each) => [h("span", {}, each), " "]);

const solo = () =>
  h(
    "section",
    { class: "panel" },
    h("h2", {}, t("solo")),
    h(
      "div",
      { class: "variants" },
      ...VARIANTS.map(({ name }) =>
        button([variantName(name), h("small", {}, variantHelp(name))], () => playSolo(name)),
      ),
    ),
  );

/** @param {string} name */
const playSolo = (name) => play({ variant: { name }, seats: 1, limit_minutes: null, hints: true });

/** The rules that were chosen are offered again the next time. @param {Settings} settings */
function raceFriends(settings) {
  keepVariant(settings.variant?.name ?? DEFAULT_VARIANT);
  return play(settings);
}

/** @param {Settings} settings */
const play = (settings) => enterRoom(createRoom(settings), settings.seats === 1 && settings.variant);

function join() {
  const field = h("input", {
    "aria-label": t("codeOrLink"),
    placeholder: t("codeOrLink"),
    required: true,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    class: "grow",
  });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const code = field.value
      .trim()
      .replace(/^.*\/[rw]\//, "")
      .replace(/[\s/-]/g, "")
      .toUpperCase();
    room(code).then((view) => go(`/r/${view.code}`), toastError);
  };
  const settings = { variant: { name: lastVariant(QUICK_VARIANT) } };
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("join")),
    h("form", { class: "row", onsubmit }, field, h("button", { class: "btn" }, t("joinNow"))),
    lazySettingsForm(t("ownRules"), settings, t("createRoom"), raceFriends),
  );
}

/** A list that cannot be loaded stays as it is. @type {(element: Element, signal: AbortSignal) => Promise<void>} */
async function updateRooms(element, signal) {
  const list = await rooms(signal).catch(() => null);
  if (list) showRooms(element, list.rooms);
}

/** @param {Element} element @param {RoomSummary[]} list */
function showRooms(element, list) {
  morph(
    element,
    h("h2", {}, t("watch")),
    list.length
      ? h("ul", { class: "list" }, ...list.map(roomItem))
      : h("p", { class: "soft" }, t("nothingToWatch")),
  );
}

/** @param {RoomSummary} summary */
function roomItem({ code, host_name, members, racing, seats, variant }) {
  const name = variantName(variant.name ?? DEFAULT_VARIANT);
  const facts = [name, `${members}/${seats}`, racing && t("racing")].filter(Boolean).join(" · ");
  const host = host_name || code;
  const way = (/** @type {string} */ path, /** @type {string} */ text) =>
    link(path, text, { class: "btn", "aria-label": `${text}: ${host}` });
  return h(
    "li",
    { "data-key": code },
    h("span", { class: "grow" }, h("b", {}, host), h("br"), h("span", { class: "small soft" }, facts)),
    h(
      "span",
      { class: "row" },
      way(`/w/${code}`, t("watchNow")),
      members < seats && way(`/r/${code}`, t("joinNow")),
    ),
  );
}

/** Offer the room that was entered last, if the player is still in it; a game that runs there comes first. @param {Element} ways @param {Element} play @param {AbortSignal} signal */
async function showResume(ways, play, signal) {
  const code = lastRoom();
  if (!code) return;
  try {
    const [view, self] = await Promise.all([room(code, signal), me(signal)]);
    const text = resumeText(view, self.id);
    if (!text) return;
    play.classList.remove("main");
    ways.prepend(link(`/r/${code}`, text, { class: "btn main big" }));
  } catch (error) {
    if (/** @type {any} */ (error).code === "room_not_found") keepRoom(null);
  }
}

/** What leads back to a room; null where nothing is left to do there. @type {(view: RoomView, me: string) => string | null} */
function resumeText({ members, race, settings }, me) {
  if (!members.some(({ id }) => id === me)) return null;
  const isRacing = race && !race.standings;
  const others = members.filter(({ id }) => id !== me).map(({ name }) => name);
  if (settings.seats === 1)
    return isRacing
      ? t("continueGame", { game: variantName(settings.variant?.name ?? DEFAULT_VARIANT) })
      : null;
  if (!others.length) return t("backToRoom");
  return t(isRacing ? "rejoinRace" : "backToOthers", { names: others.join(", ") });
}
