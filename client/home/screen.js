import { face } from "../board/card.js";
import { t, variantHelp, variantName } from "../i18n/index.js";
import { createRoom, me, room, rooms } from "../net/api.js";
import { keepRoom, lastRoom } from "../preferences/preferences.js";
import { nameForm } from "../profile/name-form.js";
import { lazySettingsForm } from "../room/settings.js";
import { findCard, suit } from "../rules/cards.js";
import { DEFAULT_VARIANT, VARIANTS } from "../rules/variants.js";
import { button, byId, h, link, morph } from "../ui/dom.js";
import { toastError } from "../ui/errors.js";
import { load } from "../ui/load.js";
import { go } from "../ui/router.js";
import { every } from "../ui/timers.js";

/** @import { RoomSummary, Settings } from "../net/messages.js" */
/** @import { Page } from "../ui/router.js" */
/** @import { Shell } from "../ui/shell.js" */

const REFRESH_INTERVAL_MS = 10000;

/** The first page: resume, play alone, race friends, join, watch. @param {Page} page */
export default function homeScreen({ shell, signal }) {
  const resume = h("div", { class: "stack full-width" });
  const today = h("section", { class: "panel full-width today" });
  const watch = h("section", { class: "panel" });
  const you = h("section", { class: "panel" }, h("h2", {}, t("yourName")), nameForm(signal));
  byId("main").append(
    h(
      "div",
      { class: "page two-columns home" },
      hero(),
      resume,
      today,
      h("div", { class: "stack" }, friends(), join(), you),
      h("div", { class: "stack" }, solo(), watch),
      h("p", { class: "full-width row" }, link("/how", t("how")), link("/verify", t("verify"))),
    ),
  );
  showRooms(watch, []);
  const update = () => updateRooms(watch, signal);
  void update();
  every(REFRESH_INTERVAL_MS, update, signal);
  void showResume(resume, signal);
  void addToday(shell, today, signal);
}

/** Show what is of use, but not needed: without it, the page does. @param {Shell} shell @param {HTMLElement} element @param {AbortSignal} signal */
async function addToday(shell, element, signal) {
  const [today, nav] = await Promise.all([
    load(import("../daily/today.js"), "people", "ui/site-nav.css", "daily/daily.css"),
    import("../ui/site-nav.js"),
  ]).catch(() => []);
  if (!today || !nav || signal.aborted) return;
  nav.showSiteNav(shell);
  await today.showToday(element, signal);
}

const hero = () =>
  h(
    "section",
    { class: "hero full-width" },
    h("div", { class: "fan", "aria-hidden": "true" }, ...["2S", "3S", "", "5S", "6S"].map(heroCard)),
    h("h1", {}, ...sentences(t("slogan"))),
    h("p", {}, t("lead")),
  );

/** A line ends between sentences rather than within one. @type {(text: string) => (Node | string)[]} */
const sentences = (text) => text.split(/(?<=\.) /).flatMap((each) => [h("span", {}, each), " "]);

/** @param {string} name */
function heroCard(name) {
  const card = findCard(name);
  return card ? h("div", { class: `suit-${suit(card)}` }, face(card)) : h("div", { class: "slot hint" });
}

const solo = () =>
  h(
    "section",
    { class: "panel" },
    h("h2", {}, t("solo")),
    h(
      "div",
      { class: "variants" },
      ...VARIANTS.map(({ name }, i) =>
        button([variantName(name), h("small", {}, variantHelp(name))], () => playSolo(name), {
          class: i ? "btn" : "btn main",
        }),
      ),
    ),
  );

/** @param {string} name */
const playSolo = (name) => play({ variant: { name }, seats: 1, limit_minutes: null, hints: true });

/** @param {Settings} settings */
const play = (settings) => createRoom(settings).then(({ code }) => go(`/r/${code}`), toastError);

const friends = () =>
  h(
    "section",
    { class: "panel" },
    h("h2", {}, t("race")),
    h("p", { class: "soft" }, t("raceHelp")),
    button(t("createRoom"), () => play({}), { class: "btn main big" }),
    lazySettingsForm(t("ownRules"), {}, t("createRoom"), play),
  );

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
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("join")),
    h("form", { class: "row", onsubmit }, field, h("button", { class: "btn" }, t("joinNow"))),
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
  return h(
    "li",
    { "data-key": code },
    h(
      "span",
      { class: "grow" },
      h("b", {}, host_name || code),
      h("br"),
      h("span", { class: "small soft" }, facts),
    ),
    link(`/w/${code}`, t("watchNow"), { class: "btn" }),
    members < seats && link(`/r/${code}`, t("joinNow"), { class: "btn" }),
  );
}

/** Offer the room that was entered last, if the player is still in it. @param {Element} element @param {AbortSignal} signal */
async function showResume(element, signal) {
  const code = lastRoom();
  if (!code) return;
  try {
    const [view, self] = await Promise.all([room(code, signal), me(signal)]);
    if (!view.members.some(({ id }) => id === self.id)) return;
    const isRacing = view.race && !view.race.standings;
    const others = view.members.filter(({ id }) => id !== self.id).map(({ name }) => name);
    const name = others.join(", ") || variantName(view.settings.variant?.name ?? DEFAULT_VARIANT);
    const text = t(isRacing ? "continueRace" : "backToRoom", { room: name });
    element.append(link(`/r/${code}`, text, { class: "btn main big" }));
  } catch (error) {
    if (/** @type {any} */ (error).code === "room_not_found") keepRoom(null);
  }
}
