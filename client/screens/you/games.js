import { dotted, ordinalText, t, timeText, variantName } from "../../i18n/index.js";
import { request } from "../../net/api.js";
import { playerName } from "../../people/names.js";
import { SUITS } from "../../rules/cards.js";
import { DEFAULT_VARIANT, parseVariant } from "../../rules/variants.js";
import { h } from "../../ui/dom.js";
import { select, VARIANT_NAMES } from "../../ui/fields.js";
import { localDateText, numberText, shortDayText } from "../../ui/format.js";
import { tag } from "../../ui/parts.js";
import { toastError } from "../../ui/say.js";
import { showPages } from "../../ui/table.js";

/** @typedef {{ variant?: string, kind?: string, won?: string, with?: string }} GamesQuery which games of a player */

/** @typedef {(lead: number | null | undefined) => string | false} LeadText names the one of two who was ahead */

const KINDS = /** @type {const} */ (["race", "daily", "group_daily", "challenge", "round", "solo"]);
const FIRST = 10;

/**
 * All games of a player, page by page, with filters; `rivals` are those with whom it may be asked for them.
 * @type {(id: string, rivals: wire.Rivalry[], signal: AbortSignal) => HTMLElement[]}
 */
export function gamesWithFilters(id, rivals, signal) {
  /** @type {GamesQuery} */
  const asked = {};
  const place = h("div");
  const show = () => showGames(place, id, asked, signal).catch(toastError);
  /** @type {(name: keyof GamesQuery, all: string, values: readonly string[], text: (value: string) => string) => HTMLElement} */
  const choice = (name, all, values, text) => {
    const field = select(["", ...values], (value) => (value ? text(value) : all), "", {
      "aria-label": all,
      onchange: () => {
        Object.assign(asked, { [name]: field.value });
        void show();
      },
    });
    return field;
  };
  const nameOf = (/** @type {string} */ id) => rivals.find(({ player }) => player === id)?.name ?? "";
  void show();
  return [
    h(
      "div.game-filters",
      choice("kind", t("allKinds"), KINDS, (kind) => t(/** @type {Key} */ (`kind_${kind}`))),
      choice("variant", t("allVariants"), VARIANT_NAMES, variantName),
      choice("won", t("wonOrNot"), ["true", "false"], (is) =>
        t(is === "true" ? "distributionWon" : "notWon"),
      ),
      rivals.length > 0 &&
        choice(
          "with",
          t("withAnyone"),
          rivals.map(({ player }) => player),
          nameOf,
        ),
    ),
    place,
  ];
}

/** @param {Element} place @param {string} id @param {GamesQuery} asked @param {AbortSignal} signal @param {LeadText} [leadText] */
export async function showGames(place, id, asked, signal, leadText = () => false) {
  const pages = h("div");
  const load = (/** @type {string} */ after) =>
    request("GET players/{id}/games", { id, ...asked, after, limit: after ? undefined : FIRST }, { signal });
  await showPages(pages, load, (game) => gameRow(game, leadText), t("noGames"));
  place.replaceChildren(...pages.childNodes);
}

/** @type {(played: wire.PlayedGame, leadText: LeadText) => HTMLElement} */
function gameRow(played, leadText) {
  const { game, kind, variant, ended_at, won, locked, score, time_ms, rank, ranked, race, lead } = played;
  const { name = DEFAULT_VARIANT } = variant;
  const all = SUITS.length * (parseVariant(name).columns - 1);
  const isDaily = kind === "daily";
  const facts = isDaily
    ? [t("points", { n: score })]
    : [leadText(lead), variantName(name), localDateText(ended_at)];
  return h(
    "li",
    h(
      "a.game",
      { href: race ? `/race/${race}` : `/g/${game}` },
      h(`span.place.figure${won ? ".won" : ""}`, rank ? ordinalText(rank) : won ? "★" : "–"),
      h(
        "span.grow",
        h("b", titleOf(played, name)),
        " ",
        played.void ? h("span.tag.bad", t("isVoid")) : !ranked && tag(t("practice")),
        h("small.soft", dotted(...facts)),
      ),
      h("span.figure", won ? timeText(time_ms) : `${numberText(locked)}/${all}`),
    ),
  );
}

/** @type {(played: wire.PlayedGame, variant: string) => string} */
function titleOf({ kind, daily, rivals, players }, variant) {
  if (kind === "daily" && daily)
    return t("gameOfDaily", { variant: variantName(variant), date: shortDayText(daily) });
  if (!rivals.length) return t(/** @type {Key} */ (`kind_${kind}`));
  const names = rivals.map(({ name }) => playerName(name));
  const more = players - 1 - names.length;
  return t("raceWith", { names: [...names, ...(more > 0 ? [`+${numberText(more)}`] : [])].join(", ") });
}
