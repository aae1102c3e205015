import { t } from "../../i18n/index.js";
import { call, now, request, self } from "../../net/api.js";
import { QUICK_VARIANT } from "../../room/enter.js";
import { levelName } from "../../room/members.js";
import { ownTimeZone } from "../../ui/browser.js";
import { begins, byId, h, morph } from "../../ui/dom.js";
import { checkbox, checkboxLabel, select, variantSelect } from "../../ui/fields.js";
import { spanText } from "../../ui/format.js";
import { load } from "../../ui/load.js";
import { showNav } from "../../ui/nav.js";
import { note, row } from "../../ui/parts.js";
import { keepVariant, lastVariant } from "../../ui/preferences.js";
import { go } from "../../ui/router.js";
import { every, later } from "../../ui/timers.js";
import { header } from "./arena-header.js";
import { hosting } from "./arena-hosts.js";
import { tables } from "./arena-tables.js";
import { leftText, localText, waitFor } from "./arenas.js";

/** What the parts of the page are made with: what is shown, the reader, and what shows a change; the players behind the first ones as far as they were asked for, and what asks for more; what an organiser has typed and not saved. @typedef {{ arena: wire.Arena, me: string, show: (changed: wire.Arena) => void, further: wire.ArenaRow[], showFurther: () => void, draft: { name?: string, start?: string } }} Context */

const TICK_MS = 250;

/** An arena before, during and after it; or `new`, to organise one. @param {Page} page @param {string} [code] */
export default async function arenaScreen({ shell, signal }, code = "new") {
  showNav("race");
  const place = h("div.page.arena");
  byId("main").append(place);
  const player = await load(
    self(signal),
    "scores/leaderboard.css",
    "people/people.css",
    "screens/race/arena.css",
  );
  if (code === "new") {
    shell.title(t("newArena"));
    return place.append(...organising());
  }
  const first = await request("GET arenas/{arena}", { arena: code }, { signal });
  let current = first;
  /** Counts what was shown: only the last one asks again. */
  let turn = 0;
  /** @type {wire.ArenaRow[]} */
  let further = [];
  /** The cursor of the players behind them. @type {string | null | undefined} */
  let rest = null;
  const draft = {};
  const showFurther = () =>
    request("GET arenas/{arena}/table", { arena: code, after: rest ?? "" }).then(({ items, next }) => {
      further = [...further, ...items];
      rest = next;
      show(current);
    });
  const show = (/** @type {wire.Arena} */ changed) => {
    if (signal.aborted) return;
    if (state(changed) !== state(current)) further = [];
    if (!further.length) rest = changed.table_next;
    current = changed;
    const context = { arena: changed, me: player?.id ?? "", show, further, showFurther, draft };
    morph(place, header(context), ...tables(context), hosting(context));
    tick(place);
    const mine = ++turn;
    later(waitFor(changed, now()), () => mine === turn && void look(), signal);
  };
  const look = async () =>
    show(
      document.hidden
        ? current
        : await request("GET arenas/{arena}", { arena: code }, { signal }).catch(() => current),
    );
  shell.title(first.name || t(first.form === "cup" ? "cup" : "arena"));
  show(first);
  every(TICK_MS, () => tick(place), signal);
  document.addEventListener("visibilitychange", () => !document.hidden && void look(), { signal });
}

/** What decides the order of the players. @param {wire.Arena} arena */
const state = ({ begun = [], players }) => `${players} ${begun.filter(({ ended_at }) => ended_at).length}`;

/** Let the clocks on the page run. @param {HTMLElement} place */
function tick(place) {
  for (const clock of place.querySelectorAll("[data-until]"))
    clock.textContent = leftText(Number(clock.getAttribute("data-until")) - now());
}

const MINUTE_MS = 60_000;
/** Minutes until the start that can be chosen at once. */
const SOON = [2, 5, 10, 30, 60];
const USUAL_SOON = 10;
const LATER = "later";
const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30];
const USUAL_MINUTES = 3;
const ROUNDS = [3, 4, 5, 6, 8, 10, 12, 15, 20, 30];
const USUAL_ROUNDS = 6;
const TEAMS = [0, 2, 3, 4];
const COUNTED = [0, 1, 2, 3, 5, 10];
const FILLED = [0, 4, 8, 16, 32];
const LEVELS = [1, 2, 3, 4, 5];
const USUAL_LEVEL = 3;
const REPEATS = [0, 1, 7];

/** The form, and what it is for. The address may say for which group. */
export function organising() {
  const group = new URLSearchParams(location.search).get("group");
  return [h("h1", t("newArena")), h("section.panel", h("p", t("arenasHelp")), arenaForm(group))];
}

/** @param {string | null} group */
function arenaForm(group) {
  const usualNames = [t("arenaDefault"), t("cup")];
  const name = h("input", { required: true, maxlength: 24, value: usualNames[0], autocomplete: "off" });
  const form = select(["arena", "cup"], (each) => t(each === "cup" ? "cupForm" : "arenaFormName"));
  const variant = variantSelect(lastVariant(QUICK_VARIANT));
  const start = select([...SOON, LATER], startText, USUAL_SOON);
  const day = h("input", { type: "datetime-local", value: localText(now() + 24 * 60 * MINUTE_MS) });
  const at = h("label", { hidden: true }, t("arenaStartsAt"), day);
  const minutes = select(MINUTES, (n) => t("minutesEach", { n }), USUAL_MINUTES);
  const rounds = select(ROUNDS, (n) => roundsText(n, minutes), USUAL_ROUNDS);
  const teams = select(TEAMS, (n) => (n ? t("teamsCount", { n }) : t("teamsNone")));
  const counted = select(COUNTED, (n) => (n ? t("countBest", { n }) : t("countAll")));
  const filled = select(FILLED, (n) => (n ? t("botsUpTo", { n }) : t("botsNone")));
  const level = select(LEVELS, (n) => levelName(n), USUAL_LEVEL);
  const botsNote = note(t("botsHelp"));
  const repeats = select(REPEATS, (n) => t(/** @type {"repeats_0"} */ (`repeats_${n}`)));
  const listed = checkbox();
  const help = note();
  const hide = (/** @type {HTMLElement} */ field, /** @type {boolean} */ isHidden) =>
    field.closest("label")?.toggleAttribute("hidden", isHidden);
  const fit = () => {
    const isCup = form.value === "cup";
    if (usualNames.includes(name.value)) name.value = usualNames[Number(isCup)];
    help.textContent = t(isCup ? "cupHelp" : "arenaHelp");
    at.hidden = start.value !== LATER;
    day.required = !at.hidden;
    hide(rounds, isCup);
    hide(teams, isCup);
    hide(counted, isCup || teams.value === "0");
    botsNote.hidden = filled.value === "0";
    hide(level, botsNote.hidden);
    for (const option of rounds.options) option.textContent = roundsText(Number(option.value), minutes);
  };
  const send = () => {
    keepVariant(variant.value);
    const isLater = start.value === LATER;
    return call("POST arenas", {
      name: name.value,
      form: /** @type {"arena" | "cup"} */ (form.value),
      variant: variant.value,
      starts_at: isLater ? new Date(day.value).getTime() : now() + Number(start.value) * MINUTE_MS,
      minutes: Number(minutes.value),
      rounds: Number(rounds.value),
      teams: Number(teams.value),
      team_scores: Number(counted.value),
      fill_to: Number(filled.value),
      bot_level: Number(level.value),
      repeat_days: Number(repeats.value),
      zone: ownTimeZone(),
      listed: listed.checked,
      group,
    }).then(({ code }) => go(`/arena/${code}`));
  };
  const whole = h(
    "form.stack",
    { onsubmit: begins(send), onchange: fit },
    h("label", t("arenaName"), name),
    h("label", t("arenaForm"), form),
    help,
    h("label", t("arenaVariant"), variant),
    h("label", t("arenaStart"), start),
    at,
    h("label", t("arenaMinutes"), minutes),
    h("label", t("arenaRounds"), rounds),
    h("label", t("teams"), teams),
    h("label", t("countedLabel"), counted),
    h("label", t("botsFill"), filled),
    h("label", t("botsLevel"), level),
    botsNote,
    h("label", t("repeats"), repeats),
    !group && checkboxLabel(listed, t("listArena")),
    note(t("organiserHelp")),
    row(h("button.btn.main.big", t("makeArena"))),
  );
  fit();
  return whole;
}

/** @param {string | number} value */
const startText = (value) =>
  value === LATER ? t("startLater") : t("startIn", { time: spanText(Number(value) * MINUTE_MS) });

/** So many rounds, and how long they last. @type {(n: number, minutes: HTMLSelectElement) => string} */
const roundsText = (n, minutes) =>
  t("roundsLast", { n, time: spanText(n * Number(minutes.value) * MINUTE_MS) });
