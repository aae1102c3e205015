import { t } from "../i18n/index.js";
import { go } from "../nav.js";
import { createRoom, me, room, rooms } from "../net/api.js";
import { findCard } from "../rules/cards.js";
import { VARIANTS } from "../rules/variants.js";
import { keepRoom, lastRoom } from "../state/prefs.js";
import { button, byId, h, link, morph } from "../view/dom.js";
import { face } from "../view/face.js";
import { lazyRoomForm } from "../view/lazyform.js";
import { nameForm } from "../view/nameform.js";
import { withParts } from "../view/parts.js";
import { sayProblem } from "../view/problem.js";
import { variantHelp, variantName } from "../view/rulestext.js";

/** @import { RoomSummary, Settings } from "../net/messages.js" */

const REFRESH_MS = 10000;

/** The first page: go on, play alone, race, join, watch. @type {import("../router.js").Screen} */
export default function home(shell) {
  const resume = h("div", { class: "stack all" });
  const today = h("section", { class: "panel all today" });
  const watch = h("section", { class: "panel" });
  byId("main").append(
    h(
      "div",
      { class: "page two friends" },
      hero(),
      resume,
      today,
      h("div", { class: "stack" }, party(), join(), you()),
      h("div", { class: "stack" }, solo(), watch),
      h("p", { class: "all row" }, link("/how", t("how")), link("/verify", t("verify"))),
    ),
  );
  const list = () =>
    rooms().then(
      (all) => showRooms(watch, all.rooms),
      () => {},
    );
  showRooms(watch, []);
  void list();
  void showResume(resume);
  const timer = setInterval(list, REFRESH_MS);
  const glance = withParts(import("./glance.js"), "people").then((module) => module.glance(shell, today));
  return () => {
    clearInterval(timer);
    glance.then(
      (close) => close(),
      () => {},
    );
  };
}

const hero = () =>
  h(
    "section",
    { class: "hero all" },
    h("div", { class: "fan", "aria-hidden": "true" }, ...["2S", "3S", "", "5S", "6S"].map(heroCard)),
    h("h1", {}, ...sentences(t("slogan"))),
    h("p", {}, t("lead")),
  );

/** A line ends between sentences rather than within one. @type {(text: string) => (Node | string)[]} */
const sentences = (text) => text.split(/(?<=\.) /).flatMap((each) => [h("span", {}, each), " "]);

/** @param {string} name */
function heroCard(name) {
  const card = findCard(name);
  return card ? h("div", { class: "k3" }, face(card)) : h("div", { class: "slot hint" });
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
const playSolo = (name) => enterNew({ variant: { name }, seats: 1, limit_minutes: null, hints: true });

/** @param {Settings} settings */
const enterNew = (settings) => createRoom(settings).then(({ code }) => go(`/r/${code}`), sayProblem);

const party = () =>
  h(
    "section",
    { class: "panel" },
    h("h2", {}, t("race")),
    h("p", { class: "soft" }, t("raceHelp")),
    button(t("createRoom"), () => enterNew({}), { class: "btn main big" }),
    lazyRoomForm(t("ownRules"), {}, t("createRoom"), enterNew),
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
    room(code).then((view) => go(`/r/${view.code}`), sayProblem);
  };
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("join")),
    h("form", { class: "row", onsubmit }, field, h("button", { class: "btn" }, t("joinNow"))),
  );
}

const you = () => h("section", { class: "panel" }, h("h2", {}, t("yourName")), nameForm());

/** @param {Element} element @param {RoomSummary[]} list */
function showRooms(element, list) {
  morph(
    element,
    h("h2", {}, t("watch")),
    list.length
      ? h(
          "ul",
          { class: "list" },
          ...list.map((each) =>
            h(
              "li",
              {},
              h(
                "span",
                { class: "grow" },
                h("b", {}, each.host_name || each.code),
                h("br"),
                h(
                  "span",
                  { class: "small soft" },
                  `${variantName(each.variant.name ?? "addiction")} · ${each.members}/${each.seats}${each.racing ? ` · ${t("racing")}` : ""}`,
                ),
              ),
              link(`/w/${each.code}`, t("watchNow"), { class: "btn" }),
              each.members < each.seats && link(`/r/${each.code}`, t("joinNow"), { class: "btn" }),
            ),
          ),
        )
      : h("p", { class: "soft" }, t("nothingToWatch")),
  );
}

/** The room that one was in last, if it is still there. @param {Element} element */
async function showResume(element) {
  const code = lastRoom();
  if (!code) return;
  try {
    const [view, self] = await Promise.all([room(code), me()]);
    if (!view.members.some((member) => member.id === self.id)) return;
    const isRacing = view.race && !view.race.standings;
    const name = variantName(view.settings.variant?.name ?? "addiction");
    const others = view.members.filter((member) => member.id !== self.id).map((member) => member.name);
    element.append(
      link(`/r/${code}`, t(isRacing ? "continueRace" : "backToRoom", { room: others.join(", ") || name }), {
        class: "btn main big",
      }),
    );
  } catch (error) {
    if (/** @type {any} */ (error).code === "room_not_found") keepRoom(null);
  }
}
