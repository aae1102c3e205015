import { t, variantName } from "../i18n/index.js";
import { DEFAULTS } from "../net/protocol.js";
import { DEFAULT_VARIANT, VARIANTS } from "../rules/variants.js";
import { begins, h } from "../ui/dom.js";
import { numberText } from "../ui/format.js";
import { folded, note, stack } from "../ui/parts.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { Settings } from "../net/messages.js" */

/**
 * The settings that have a control of their own: `values` of a list, with their texts; without them, a checkbox. The texts
 * `s_NAME` label them. Defaults and bounds are those of the server's `Settings`.
 * @type {{ name: Exclude<keyof Settings, "variant" | "code">, values?: (string | number)[], text?: (value: any) => string, help?: Key }[]}
 */
const CONTROLS = [
  { name: "best_of", values: [1, 3, 5, 7], text: (n) => (n > 1 ? t("bestOf", { n }) : t("singleRaces")) },
  { name: "lap_s", values: [0, 30, 60, 120, ""], text: lapText },
  { name: "boards_open" },
  { name: "seats", values: [2, 3, 4, 6, 8, 12, 20, 50], text: numberText, help: "largeHelp" },
  { name: "teams", values: [0, 2, 3, 4], text: (n) => (n ? t("teamsOf", { n }) : t("noTeams")) },
  {
    name: "team_scores",
    values: [0, 1, 2, 3, 4, 5],
    text: (n) => (n ? t("bestScores", { n }) : t("smallestTeam")),
  },
  { name: "limit_minutes", values: [2, 5, 10, 15, 20, 30, 60, 120], text: (n) => t("minutes", { n }) },
  { name: "away_s", values: [30, 60, 120, 300, ""], text: (s) => (s ? t("seconds", { n: s }) : t("never")) },
  {
    name: "spectator_delay_s",
    values: [0, 5, 15, 30, 60],
    text: (n) => (n ? t("seconds", { n }) : t("noDelay")),
  },
  {
    name: "audience",
    values: ["open", "slow", "off"],
    text: (each) => t(/** @type {Key} */ (`a_${each}`)),
  },
  { name: "certified" },
  { name: "hints" },
  { name: "listed" },
  { name: "locked" },
];

/** @type {(s: string | number) => string} */
function lapText(s) {
  if (s === "") return t("noLap");
  return s ? t("seconds", { n: Number(s) }) : t("lapAtOnce");
}

const LISTS = CONTROLS.filter(({ values }) => values);
const FLAGS = CONTROLS.filter(({ values }) => !values);
/** The first of them, which people touch; the others are folded up. */
const FIRST = 3;

/** @type {(name: string, values: [string | number, string][], value: unknown) => HTMLElement} */
const select = (name, values, value) => {
  const options = values.map(([each, text]) => h("option", { value: each }, text));
  const element = h("select", { name }, ...options);
  element.value = String(value);
  return h("label", t(/** @type {Key} */ (`s_${name}`)), element);
};

/** The values of a list; the present one may be another number. @type {(values: (string | number)[], value: any) => (string | number)[]} */
const including = (values, value) =>
  values.includes(value) ? values : [...values, value].sort((a, b) => Number(a) - Number(b));

/**
 * A form for the settings of a room.
 * @param {Settings} settings @param {string} action what the button says @param {(settings: Settings) => unknown} onSave
 */
export function settingsForm(settings, action, onSave) {
  const { variant = {}, code } = settings;
  const part = (/** @type {typeof CONTROLS[number]} */ control) =>
    control.values
      ? list(control, { ...DEFAULTS, ...settings }[control.name])
      : [checkbox(control.name, !!settings[control.name])];
  const form = h(
    "form.stack",
    select(
      "variant",
      VARIANTS.map(({ name }) => [name, variantName(name)]),
      variant.name ?? DEFAULT_VARIANT,
    ),
    ...CONTROLS.slice(0, FIRST).flatMap(part),
    folded(
      t("moreSettings"),
      stack(
        select(
          "shuffles",
          [
            ["", t("asUsual")],
            ...Array.from({ length: 10 }, (_, n) => /** @type {[number, string]} */ ([n, `${n}`])),
          ],
          variant.shuffles ?? "",
        ),
        h(
          "label",
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
        ...CONTROLS.slice(FIRST).flatMap(part),
        checkbox("right_fill", !!variant.right_fill),
        note(t("certifiedHelp")),
        note(t("customHelp")),
      ),
    ),
    h("button.btn.main", action),
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

/** The control of a setting with values. @type {(control: typeof CONTROLS[number], value: unknown) => HTMLElement[]} */
const list = ({ name, values = [], text = String, help }, value) => [
  select(
    name,
    including(values, value ?? "").map((each) => [each, text(each)]),
    value ?? "",
  ),
  ...(help ? [note(t(help))] : []),
];

/** @type {(name: string, checked: boolean) => HTMLElement} */
const checkbox = (name, checked) =>
  h("label.checkbox", h("input", { type: "checkbox", name, checked }), t(/** @type {Key} */ (`s_${name}`)));

/** @type {(data: FormData) => Settings} */
function readForm(data) {
  const chosen = LISTS.map(({ name, values = [] }) => {
    const text = String(data.get(name));
    if (!text) return [name, null];
    return [name, typeof values[0] === "number" ? Number(text) : text];
  });
  const flags = FLAGS.map(({ name }) => [name, data.has(name)]);
  return {
    variant: {
      name: String(data.get("variant")),
      ...(data.get("shuffles") && { shuffles: Number(data.get("shuffles")) }),
      ...(data.has("right_fill") && { right_fill: true }),
    },
    code: String(data.get("code") ?? "").trim() || null,
    ...Object.fromEntries([...chosen, ...flags]),
  };
}
