import { t, variantName } from "../../i18n/index.js";
import { now } from "../../net/api.js";
import { newArena } from "../../net/events.js";
import { QUICK_VARIANT } from "../../room/enter.js";
import { levelName } from "../../room/members.js";
import { VARIANTS } from "../../rules/variants.js";
import { ownTimeZone } from "../../ui/browser.js";
import { begins, h } from "../../ui/dom.js";
import { spanText } from "../../ui/format.js";
import { note, row } from "../../ui/parts.js";
import { keepVariant, lastVariant } from "../../ui/preferences.js";
import { go } from "../../ui/router.js";
import { localText } from "./arenas.js";

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
  const form = select("arenaForm", ["arena", "cup"], (each) =>
    t(each === "cup" ? "cupForm" : "arenaFormName"),
  );
  const variant = select(
    "arenaVariant",
    VARIANTS.map((each) => each.name),
    variantName,
    lastVariant(QUICK_VARIANT),
  );
  const start = select("arenaStart", [...SOON, LATER], startText, USUAL_SOON);
  const day = h("input", { type: "datetime-local", value: localText(now() + 24 * 60 * MINUTE_MS) });
  const at = h("label", { hidden: true }, t("arenaStartsAt"), day);
  const minutes = select("arenaMinutes", MINUTES, (n) => t("minutesEach", { n }), USUAL_MINUTES);
  const rounds = select("arenaRounds", ROUNDS, (n) => roundsText(n, minutes), USUAL_ROUNDS);
  const teams = select("arenaTeams", TEAMS, (n) => (n === "0" ? t("teamsNone") : t("teamsCount", { n })));
  const counted = select("countedLabel", COUNTED, (n) => (n === "0" ? t("countAll") : t("countBest", { n })));
  const filled = select("botsFill", FILLED, (n) => (n === "0" ? t("botsNone") : t("botsUpTo", { n })));
  const level = select("botsLevel", LEVELS, (n) => levelName(Number(n)), USUAL_LEVEL);
  const botsNote = note(t("botsHelp"));
  const repeats = select("repeats", REPEATS, (n) => t(/** @type {"repeats_0"} */ (`repeats_${n}`)));
  const listed = h("input", { type: "checkbox" });
  const help = note();
  const fit = () => {
    const isCup = form.field.value === "cup";
    if (usualNames.includes(name.value)) name.value = usualNames[Number(isCup)];
    help.textContent = t(isCup ? "cupHelp" : "arenaHelp");
    at.hidden = start.field.value !== LATER;
    day.required = !at.hidden;
    rounds.label.hidden = teams.label.hidden = isCup;
    counted.label.hidden = isCup || teams.field.value === "0";
    level.label.hidden = botsNote.hidden = filled.field.value === "0";
    for (const option of rounds.field.options) option.textContent = roundsText(option.value, minutes);
  };
  const send = () => {
    keepVariant(variant.field.value);
    const isLater = start.field.value === LATER;
    return newArena({
      name: name.value,
      form: /** @type {"arena" | "cup"} */ (form.field.value),
      variant: variant.field.value,
      starts_at: isLater ? new Date(day.value).getTime() : now() + Number(start.field.value) * MINUTE_MS,
      minutes: Number(minutes.field.value),
      rounds: Number(rounds.field.value),
      teams: Number(teams.field.value),
      team_scores: Number(counted.field.value),
      fill_to: Number(filled.field.value),
      bot_level: Number(level.field.value),
      repeat_days: Number(repeats.field.value),
      zone: ownTimeZone(),
      listed: listed.checked,
      group,
    }).then(({ code }) => go(`/arena/${code}`));
  };
  const whole = h(
    "form.stack",
    { onsubmit: begins(send), onchange: fit },
    h("label", t("arenaName"), name),
    form.label,
    help,
    variant.label,
    start.label,
    at,
    minutes.label,
    rounds.label,
    teams.label,
    counted.label,
    filled.label,
    level.label,
    botsNote,
    repeats.label,
    !group && h("label.checkbox", listed, t("listArena")),
    note(t("organiserHelp")),
    row(h("button.btn.main.big", t("makeArena"))),
  );
  fit();
  return whole;
}

/** @param {string} value */
const startText = (value) =>
  value === LATER ? t("startLater") : t("startIn", { time: spanText(Number(value) * MINUTE_MS) });

/** So many rounds, and how long they last. @type {(n: string, minutes: { field: HTMLSelectElement }) => string} */
const roundsText = (n, minutes) =>
  t("roundsLast", { n, time: spanText(Number(n) * Number(minutes.field.value) * MINUTE_MS) });

/** @type {(label: import("../../i18n/index.js").Key, options: (string | number)[], text: (value: string) => string, value?: string | number) => { label: HTMLElement, field: HTMLSelectElement }} */
function select(label, options, text, value = options[0]) {
  const field = h("select", ...options.map((each) => h("option", { value: each }, text(`${each}`))));
  field.value = `${value}`;
  return { label: h("label", t(label), field), field };
}
