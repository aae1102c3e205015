import { t } from "../../i18n/index.js";
import { call, now, request, self } from "../../net/api.js";
import { QUICK_VARIANT } from "../../room/enter.js";
import { levelName } from "../../room/members.js";
import { ownTimeZone } from "../../ui/browser.js";
import { byId, h, morph } from "../../ui/dom.js";
import { checkbox, checkboxLabel, variantSelect } from "../../ui/fields.js";
import { spanText } from "../../ui/format.js";
import { choice, formOf, labelled, lineInput } from "../../ui/forms.js";
import { load } from "../../ui/load.js";
import { note } from "../../ui/parts.js";
import { keepVariant, lastVariant } from "../../ui/preferences.js";
import { go } from "../../ui/router.js";
import { every, later } from "../../ui/timers.js";
import { header } from "./arena-header.js";
import { hosting } from "./arena-hosts.js";
import { tables } from "./arena-tables.js";
import { leftText, localText, MAX_NAME_LENGTH, MINUTE_MS, waitFor } from "./arenas.js";

/** The data of the parts of the page: the arena, the reader, and a function that shows a change; the players behind the first ones as far as they were asked for, and a function that asks for more; the unsaved input of an organiser. @typedef {{ arena: wire.Arena, me: string, show: (changed: wire.Arena) => void, further: wire.ArenaRow[], showFurther: () => void, draft: { name?: string, start?: string } }} Context */

const TICK_MS = 250;

/** An arena before, during and after it; or `new`, to organise one. @param {Page} page @param {string} [code] */
export default async function arenaScreen({ shell, signal }, code = "new") {
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
  /** Counts the showings: only the last one asks again. */
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

/** The facts that decide the order of the players. @param {wire.Arena} arena */
const state = ({ begun = [], players }) => `${players} ${begun.filter(({ ended_at }) => ended_at).length}`;

/** Let the clocks on the page run. @param {HTMLElement} place */
function tick(place) {
  for (const clock of place.querySelectorAll("[data-until]"))
    clock.textContent = leftText(Number(clock.getAttribute("data-until")) - now());
}

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

/** The form, and its purpose. The address may say for which group. */
export function organising() {
  const group = new URLSearchParams(location.search).get("group");
  return [h("h1", t("newArena")), h("section.panel", h("p", t("arenasHelp")), arenaForm(group))];
}

/** @param {string | null} group */
function arenaForm(group) {
  const usualNames = [t("arenaDefault"), t("cup")];
  const [botsNote, help] = [note(t("botsHelp")), note()];
  const usualDay = localText(now() + 24 * 60 * MINUTE_MS);
  const send = (/** @type {wire.NewArena & { variant: string, start: string, day: string }} */ values) => {
    const { start, day, ...others } = values;
    keepVariant(values.variant);
    const starts_at = start === LATER ? new Date(day).getTime() : now() + Number(start) * MINUTE_MS;
    return call("POST arenas", { ...others, starts_at, zone: ownTimeZone(), group }).then(({ code }) =>
      go(`/arena/${code}`),
    );
  };
  const form = formOf(
    [
      labelled(t("arenaName"), lineInput("name", { maxlength: MAX_NAME_LENGTH, value: usualNames[0] })),
      choice(t("arenaForm"), "form", ["arena", "cup"], (each) =>
        t(each === "cup" ? "cupForm" : "arenaFormName"),
      ),
      help,
      labelled(t("arenaVariant"), variantSelect(lastVariant(QUICK_VARIANT), { name: "variant" })),
      choice(t("arenaStart"), "start", [...SOON.map(String), LATER], startText, String(USUAL_SOON)),
      labelled(t("arenaStartsAt"), h("input", { name: "day", type: "datetime-local", value: usualDay })),
      choice(t("arenaMinutes"), "minutes", MINUTES, (n) => t("minutesEach", { n }), USUAL_MINUTES),
      choice(t("arenaRounds"), "rounds", ROUNDS, (n) => roundsText(n, USUAL_MINUTES), USUAL_ROUNDS),
      choice(t("teams"), "teams", TEAMS, (n) => (n ? t("teamsCount", { n }) : t("teamsNone"))),
      choice(t("countedLabel"), "team_scores", COUNTED, (n) => (n ? t("countBest", { n }) : t("countAll"))),
      choice(t("botsFill"), "fill_to", FILLED, (n) => (n ? t("botsUpTo", { n }) : t("botsNone"))),
      choice(t("botsLevel"), "bot_level", LEVELS, (n) => levelName(n), USUAL_LEVEL),
      botsNote,
      choice(t("repeats"), "repeat_days", REPEATS, (n) => t(/** @type {"repeats_0"} */ (`repeats_${n}`))),
      !group && checkboxLabel(checkbox(false, { name: "listed" }), t("listArena")),
      note(t("organiserHelp")),
    ],
    t("makeArena"),
    send,
    "btn main big",
  );
  const fields = /** @type {{ [name: string]: any }} */ (form.elements);
  const hide = (/** @type {string} */ name, /** @type {boolean} */ isHidden) => {
    fields[name].closest("label").hidden = isHidden;
  };
  const fit = () => {
    const isCup = fields.form.value === "cup";
    if (usualNames.includes(fields.name.value)) fields.name.value = usualNames[Number(isCup)];
    help.textContent = t(isCup ? "cupHelp" : "arenaHelp");
    fields.day.required = fields.start.value === LATER;
    botsNote.hidden = fields.fill_to.value === "0";
    hide("day", !fields.day.required);
    hide("rounds", isCup);
    hide("teams", isCup);
    hide("team_scores", isCup || fields.teams.value === "0");
    hide("bot_level", botsNote.hidden);
    for (const option of fields.rounds.options)
      option.textContent = roundsText(Number(option.value), Number(fields.minutes.value));
  };
  form.onchange = fit;
  fit();
  return form;
}

/** @param {string} value */
const startText = (value) =>
  value === LATER ? t("startLater") : t("startIn", { time: spanText(Number(value) * MINUTE_MS) });

/** The number of rounds, and how long they last. @type {(n: number, minutes: number) => string} */
const roundsText = (n, minutes) => t("roundsLast", { n, time: spanText(n * minutes * MINUTE_MS) });
