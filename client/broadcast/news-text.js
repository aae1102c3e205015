import { cardName, ordinalText, t, timeText } from "../i18n/index.js";
import { GAP } from "../rules/cards.js";

/** @import { News } from "./news.js" */
/** @import { BroadcastState } from "./state.js" */
/** @import { Moment } from "./surroundings.js" */

/** From when on the seconds are counted down (ms). */
const COUNTDOWN_MS = 10_000;

/** News as a sentence. @type {(news: News) => string} */
export function newsText({ kind, ms, name, n, card }) {
  const values = {
    name,
    n,
    card: card === GAP ? "" : cardName(card),
    time: timeText(ms),
    place: ordinalText(n),
  };
  switch (kind) {
    case "start":
      return t("newsStart");
    case "lead":
      return t(card === GAP ? "newsLead" : "newsLeadBy", values);
    case "comeback":
      return t("newsComeback", values);
    case "won":
      return t(n > 1 ? "newsFinished" : "newsWon", values);
    case "out":
      return t("newsOut", values);
    case "row":
      return t("newsRow", values);
    case "open":
      return t("newsOpen", values);
    case "few":
      return t("newsFew", values);
    case "stuck":
      return t("newsStuck", values);
    case "unwinnable":
      return t(n ? "newsUnwinnable" : "newsLost", values);
    case "shuffle":
      return t("newsShuffle", values);
    case "minute":
      return t("newsMinute");
    case "time":
      return t(name ? "newsTimeFirst" : "newsTime", values);
  }
}

/** What somebody who comes late reads first: who leads since when, and how often that has changed. @type {(state: BroadcastState, past: readonly News[]) => string} */
export function soFarText({ entries, leader }, past) {
  const leads = past.filter(({ kind }) => kind === "lead");
  const last = leads.findLast(({ id }) => id === leader);
  const name = entries.find(({ id }) => id === leader)?.name;
  if (!name) return t("soFarLevel");
  if (!last) return t("soFarAhead", { name });
  const since = t("soFarSince", { name, time: timeText(last.ms) });
  return leads.length < 2 ? since : `${since} ${t("soFarChanges", { n: leads.length - 1 })}`;
}

/** What is large over the board for a moment: a short line and a longer one. @type {(news: News) => Moment | null} */
export function momentText({ kind, ms, name, n }) {
  const values = { name, n, time: timeText(ms), place: ordinalText(n) };
  switch (kind) {
    case "won":
      return { kind, title: name, text: t(n > 1 ? "momentFinished" : "momentWon", values) };
    case "comeback":
      return { kind, title: name, text: t("momentComeback", values) };
    case "minute":
      return { kind, title: t("newsMinute"), text: "" };
    case "time":
      return { kind, title: t("newsTime"), text: name && t("momentTimeFirst", values) };
    default:
      return null;
  }
}

/** The seconds before the start, and the last ones. @type {(state: BroadcastState) => Moment | null} */
export function countdownText({ hasStarted, left, ms }) {
  const untilEnd = left <= COUNTDOWN_MS ? left : 0;
  const seconds = Math.ceil((hasStarted ? untilEnd : -ms) / 1000);
  if (seconds <= 0) return null;
  return { kind: "seconds", title: String(seconds), text: t(hasStarted ? "untilTheEnd" : "untilTheStart") };
}
