import { t, variantName } from "../i18n/index.js";
import { DEFAULT_VARIANT, VARIANTS } from "../rules/variants.js";
import { begins, h } from "../ui/dom.js";
import { numberText } from "../ui/numbers.js";
import { DEFAULT_LIMIT_MINUTES, DEFAULT_SEATS } from "./settings.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { Settings } from "../net/messages.js" */

const LIMITS = [2, 5, 10, 15, 20, 30, 60, 120];
const SEATS = [2, 3, 4, 6, 8, 12, 20, 50];
const SERIES = [1, 3, 5, 7];
const TEAMS = [0, 2, 3, 4];
const TEAM_SCORES = [0, 1, 2, 3, 4, 5];
const DELAYS = [0, 5, 15, 30, 60];
const AUDIENCES = /** @type {const} */ (["open", "slow", "off"]);
const FLAGS = /** @type {const} */ (["certified", "boards_open", "hints", "listed", "locked"]);

/** @type {(name: string, values: [string | number, string][], value: unknown) => HTMLElement} */
const select = (name, values, value) =>
  h(
    "label",
    {},
    t(/** @type {Key} */ (`s_${name}`)),
    h(
      "select",
      { name },
      ...values.map(([each, text]) =>
        h("option", { value: each, selected: String(each) === String(value) }, text),
      ),
    ),
  );

/** Add a value that is not among those offered. @type {(values: number[], value: number) => number[]} */
const including = (values, value) => [...new Set([...values, value])].sort((a, b) => a - b);

/**
 * A form for the settings of a room.
 * @param {Settings} settings @param {string} action what the button says @param {(settings: Settings) => unknown} onSave
 */
export function settingsForm(settings, action, onSave) {
  const { variant = {}, seats = DEFAULT_SEATS, spectator_delay_s = 0, best_of = 1, code } = settings;
  const { teams = 0, team_scores = 0 } = settings;
  const limit = settings.limit_minutes ?? DEFAULT_LIMIT_MINUTES;
  const form = h(
    "form",
    { class: "stack" },
    select(
      "variant",
      VARIANTS.map(({ name }) => [name, variantName(name)]),
      variant.name ?? DEFAULT_VARIANT,
    ),
    select(
      "shuffles",
      [
        ["", t("asUsual")],
        ...Array.from({ length: 10 }, (_, n) => /** @type {[number, string]} */ ([n, `${n}`])),
      ],
      variant.shuffles ?? "",
    ),
    select(
      "seats",
      including(SEATS, seats).map((n) => [n, numberText(n)]),
      seats,
    ),
    h("p", { class: "small soft" }, t("largeHelp")),
    select(
      "best_of",
      including(SERIES, best_of).map((n) => [n, n > 1 ? t("bestOf", { n }) : t("singleRaces")]),
      best_of,
    ),
    select(
      "teams",
      TEAMS.map((n) => [n, n ? t("teamsOf", { n }) : t("noTeams")]),
      teams,
    ),
    select(
      "team_scores",
      including(TEAM_SCORES, team_scores).map((n) => [n, n ? t("bestScores", { n }) : t("smallestTeam")]),
      team_scores,
    ),
    select(
      "limit_minutes",
      including(LIMITS, limit).map((n) => [n, t("minutes", { n })]),
      limit,
    ),
    select(
      "spectator_delay_s",
      including(DELAYS, spectator_delay_s).map((n) => [n, n ? t("seconds", { n }) : t("noDelay")]),
      spectator_delay_s,
    ),
    select(
      "audience",
      AUDIENCES.map((each) => [each, t(/** @type {Key} */ (`a_${each}`))]),
      settings.audience ?? "open",
    ),
    h(
      "label",
      {},
      t("s_code"),
      h("input", {
        name: "code",
        value: code ?? "",
        maxlength: 14,
        autocomplete: "off",
        spellcheck: "false",
        placeholder: t("random"),
      }),
    ),
    checkbox("right_fill", !!variant.right_fill),
    ...FLAGS.map((name) => checkbox(name, !!settings[name])),
    h("p", { class: "small soft" }, t("certifiedHelp")),
    h("p", { class: "small soft" }, t("customHelp")),
    h("button", { class: "btn main" }, action),
  );
  const fields = /** @type {{ [name: string]: any }} */ (form.elements);
  const { certified, code: field } = fields;
  // A certified deal is a new one, so its code cannot be chosen.
  const disableCode = () => {
    field.disabled = certified.checked;
  };
  certified.onchange = disableCode;
  disableCode();
  const hideTeamScores = () => {
    fields.team_scores.closest("label").hidden = fields.teams.value === "0";
  };
  fields.teams.onchange = hideTeamScores;
  hideTeamScores();
  form.onsubmit = begins(() => onSave(readForm(new FormData(form))));
  return form;
}

/** @type {(name: string, checked: boolean) => HTMLElement} */
const checkbox = (name, checked) =>
  h(
    "label",
    { class: "checkbox" },
    h("input", { type: "checkbox", name, checked }),
    t(/** @type {Key} */ (`s_${name}`)),
  );

/** @type {(data: FormData) => Settings} */
function readForm(data) {
  const number = (/** @type {string} */ name) => Number(data.get(name));
  const flags = Object.fromEntries(FLAGS.map((name) => [name, data.has(name)]));
  return {
    variant: {
      name: String(data.get("variant")),
      ...(data.get("shuffles") && { shuffles: number("shuffles") }),
      ...(data.has("right_fill") && { right_fill: true }),
    },
    seats: number("seats"),
    best_of: number("best_of"),
    teams: number("teams"),
    team_scores: number("team_scores"),
    limit_minutes: number("limit_minutes"),
    spectator_delay_s: number("spectator_delay_s"),
    code: String(data.get("code") ?? "").trim() || null,
    audience: AUDIENCES.find((each) => each === data.get("audience")),
    ...flags,
  };
}
