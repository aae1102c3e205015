import { dotted, t, timeText, variantName } from "../../i18n/index.js";
import { call, request } from "../../net/api.js";
import { h, link } from "../../ui/dom.js";
import { momentText, spanText } from "../../ui/format.js";
import { load } from "../../ui/load.js";
import { item, list, tag } from "../../ui/parts.js";

/** @import { Context } from "./arena.js" */
/** @typedef {wire.RouteTo<wire.Arena>} ArenaRoute */

/** @type {(arena: Pick<wire.Arena, "form" | "name">) => string} */
export const nameOf = ({ form, name }) => name || t(form === "cup" ? "cup" : "arena");

export const MAX_NAME_LENGTH = 24;
const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;
/** How long after an instant at which something begins or ends to ask for it, and how much later at the most: everybody waits for it. */
const AFTER_MS = 300;
const SPREAD_MS = 700;
/** With every so many players, all of them ask once more as late, and as seldom: a server answers some hundred a second. */
const CROWD = 500;
/** How often to ask while a due change has not come, and otherwise. */
const SOON_MS = 2000;
const REFRESH_MS = 10_000;
const ENDED_MS = 60_000;

/** A span that is left: by the second in the last hour. @type {(ms: number) => string} */
export const leftText = (ms) => (ms < HOUR_MS ? timeText(Math.max(0, ms) + 999) : spanText(ms));

/** When the next thing happens in an arena: its start, the end of a round, the next round; null after its end. @type {(arena: wire.Arena) => number | null} */
export const nextInstant = ({ ended_at, next_at, phase, round, starts_at }) =>
  ended_at ? null : phase === "before" ? starts_at : (round?.ends_at ?? next_at ?? null);

/** How long to wait before asking for an arena again. @type {(arena: wire.Arena, now: number, random?: number) => number} */
export function waitFor(arena, now, random = Math.random()) {
  const at = nextInstant(arena);
  if (at === null) return arena.ended_at ? ENDED_MS : SOON_MS;
  const left = at - now;
  if (left <= 0) return SOON_MS;
  const crowd = 1 + arena.players / CROWD;
  return Math.min(REFRESH_MS * crowd, left + AFTER_MS + random * SPREAD_MS * crowd);
}

/** Take a step in an arena, and show the change. @type {(context: Context, route: ArenaRoute, values?: object) => Promise<void>} */
export const act = ({ arena, show }, route, values) =>
  call(route, /** @type {any} */ ({ arena: arena.code, ...values })).then(show);

/** An instant for a field of local date and time. @param {number} at */
export function localText(at) {
  const date = new Date(Math.ceil(at / MINUTE_MS) * MINUTE_MS);
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** Arenas, and the way to organise one, in a section of this look. @type {(found: wire.ArenaList, look: string, query?: string) => HTMLElement} */
function arenasSection({ arenas }, look, query = "") {
  const open = arenas.filter(({ phase }) => phase !== "ended");
  const over = arenas.filter(({ phase }) => phase === "ended");
  return h(
    "section",
    { class: `${look} arenas` },
    h("h2", t("arenas")),
    open.length ? arenaList(open) : h("p.soft", t("arenasHelp")),
    over.length > 0 && h("details", h("summary.small", t("endedArenas")), arenaList(over)),
    h("p.row", link(`/arena/new${query}`, t("newArena"), "btn")),
  );
}

/** @param {wire.ArenaSummary[]} arenas */
const arenaList = (arenas) => list(...arenas.map(arenaItem));

/** @param {wire.ArenaSummary} arena */
function arenaItem(arena) {
  const { code, entered, minutes, phase, players, starts_at, variant } = arena;
  const facts = [
    phase === "before" ? t("arenaStarts", { time: momentText(starts_at) }) : t(`arena_${phase}`),
    variantName(variant),
    t("perDeal", { n: minutes }),
    t("playersIn", { n: players }),
  ];
  const title = link(`/arena/${code}`, h("b", nameOf(arena)));
  return item(code, title, dotted(...facts), entered && tag(t("entered")));
}

/** Show arenas behind a part of another page, with its look: those of a group, or the listed and the own ones. @type {(element: Element, signal: AbortSignal, group?: string) => Promise<void>} */
export async function showArenas(element, signal, group) {
  try {
    const found = await load(
      group
        ? request("GET groups/{group}/arenas", { group }, { signal })
        : request("GET arenas", {}, { signal }),
      "ui/community.css",
    );
    const query = group && `?group=${encodeURIComponent(group)}`;
    if (!signal.aborted) element.after(arenasSection(found, element.className, query));
  } catch {
    // The page is of use without.
  }
}
