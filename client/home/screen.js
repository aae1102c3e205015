import { t, variantHelp, variantName } from "../i18n/index.js";
import { openRules } from "../learn/rules.js";
import { self } from "../net/api.js";
import { room } from "../net/play.js";
import { fetchSolo, inviteFriends, playSolo, QUICK_VARIANT, raceAnyone } from "../room/enter.js";
import { DEFAULT_VARIANT, VARIANTS } from "../rules/variants.js";
import { button, byId, h, link } from "../ui/dom.js";
import { load } from "../ui/load.js";
import { keepRoom, lastRoom, read } from "../ui/preferences.js";
import { later } from "../ui/timers.js";
import { TryBoard } from "./try-board.js";

/** @import { RoomView } from "../net/messages.js" */
/** @import { Page } from "../ui/router.js" */

/** When a game alone is fetched ahead (ms). */
const PRELOAD_DELAY_MS = 2500;

/** The first page: a board to try, and one way on; below it, today's dailies and all that is played alone. @param {Page} page */
export default function homeScreen({ signal }) {
  const today = h("section", { class: "panel today" });
  const mine = h("section", { class: "panel", hidden: true });
  const challenges = h("section", { class: "panel", hidden: true });
  byId("main").append(
    h(
      "div",
      { class: "page two-columns home" },
      announcement(),
      hero(signal),
      h("div", { class: "stack" }, today, challenges, mine),
      solo(),
      h(
        "p",
        { class: "full-width row" },
        link("/how", t("how"), { class: "btn quiet" }),
        link("/verify", t("verify"), { class: "btn quiet" }),
        ...hostLinks(),
      ),
    ),
  );
  void addToday(today, signal);
  if (read("gaprace.groups")) void addGroups(mine, signal);
  if (read("gaprace.challenges") || read("gaprace.groups")) void addChallenges(challenges, signal);
  later(PRELOAD_DELAY_MS, fetchSolo, signal);
}

/** A line of those who run this server, if they have one for all: `meta_tags.py` adds it. */
function announcement() {
  const meta = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=announcement]"));
  return meta && h("p", { class: "full-width panel" }, meta.content);
}

/** The pages of those who run this server, if there are any: `meta_tags.py` names them. */
function hostLinks() {
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (
    document.querySelectorAll("link[rel=imprint],link[rel=privacy-policy]")
  );
  return [...links].map(({ href, rel }) =>
    h("a", { href, class: "btn quiet" }, t(rel === "imprint" ? "imprint" : "privacy")),
  );
}

/** Show what is of use, but not needed: without it, the page does. @param {HTMLElement} element @param {AbortSignal} signal */
async function addToday(element, signal) {
  const today = await load(import("../daily/today.js"), "ui/community.css", "daily/daily.css").catch(
    () => null,
  );
  if (today && !signal.aborted) await today.showToday(element, signal);
}

/** @type {typeof addToday} */
async function addGroups(element, signal) {
  const mine = await load(import("../group/mine.js"), "group/group.css").catch(() => null);
  if (mine && !signal.aborted) await mine.showMine(element, signal).catch(() => {});
}

/** @type {typeof addToday} */
async function addChallenges(element, signal) {
  const { showMine } = await import("../challenge/later.js");
  await showMine(element, signal);
}

/** @param {AbortSignal} signal */
function hero(signal) {
  const play = button(t("playNow"), () => playSolo(QUICK_VARIANT), { class: "btn main big" });
  const ways = h(
    "div",
    { class: "actions ways" },
    play,
    button(t("raceNow"), raceAnyone, { class: "btn big" }),
    button(t("race"), inviteFriends, { class: "btn big" }),
    button(t("how"), openRules, { class: "btn quiet", "aria-haspopup": "dialog" }),
  );
  void showResume(ways, play, signal);
  return h(
    "section",
    { class: "felt hero full-width" },
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
      h("a", { href: "/puzzles", class: "btn" }, t("puzzlesWay"), h("small", {}, t("puzzlesHelp"))),
    ),
  );

/** Offer the room that was entered last, if the player is still in it; a game that runs there comes first. @param {Element} ways @param {Element} play @param {AbortSignal} signal */
async function showResume(ways, play, signal) {
  const code = lastRoom();
  if (!code) return;
  try {
    const [view, player] = await Promise.all([room(code, signal), self(signal)]);
    const text = resumeText(view, player?.id ?? "");
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
