import { t } from "../i18n/index.js";
import { DEFAULTS, SWITCHES } from "../net/protocol.js";
import { DEFAULT_VARIANT } from "../rules/variants.js";
import { h } from "../ui/dom.js";
import { checkbox, checkboxLabel, variantSelect } from "../ui/fields.js";
import { numberText } from "../ui/format.js";
import { choice, formOf, labelled } from "../ui/forms.js";
import { folded, note, stack } from "../ui/parts.js";

/**
 * The settings that have a control of their own: `values` of a list, with their texts; without them, a checkbox, as every
 * switch has in the end. The texts `s_NAME` label them. Defaults and bounds are those of the server's `Settings`.
 * @type {{ name: Exclude<keyof wire.Settings, "variant" | "code">, values?: (string | number)[], text?: (value: any) => string, help?: Key }[]}
 */
const CONTROLS = [
  { name: "best_of", values: [1, 3, 5, 7], text: (n) => (n > 1 ? t("bestOf", { n }) : t("singleRaces")) },
  {
    name: "lap_s",
    values: [0, 30, 60, 120, ""],
    text: (s) => t(s === "" ? "noLap" : s ? "seconds" : "lapAtOnce", { n: s }),
  },
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
  ...SWITCHES.filter((name) => name !== "boards_open").map((name) => ({ name })),
];

/** The first of them, which people touch; the others are folded up. */
const FIRST = 3;

/** @type {(name: string) => string} */
const nameText = (name) => t(/** @type {Key} */ (`s_${name}`));

/** How often one may shuffle; `""`: as the variant has it. */
const SHUFFLES = ["", ...Array(10).keys()];

/** The values of a list; the present one may be another number. @type {(values: (string | number)[], value: any) => (string | number)[]} */
const including = (values, value) =>
  values.includes(value) ? values : [...values, value].sort((a, b) => Number(a) - Number(b));

/**
 * A form for the settings of a room.
 * @param {wire.Settings} settings @param {string} action the text of the button @param {(settings: wire.Settings) => unknown} onSave
 */
export function settingsForm(settings, action, onSave) {
  const { variant = {}, code } = settings;
  const part = (/** @type {typeof CONTROLS[number]} */ control) =>
    control.values
      ? list(control, { ...DEFAULTS, ...settings }[control.name])
      : [flag(control.name, !!settings[control.name])];
  const shufflesText = (/** @type {string | number} */ n) => (n === "" ? t("asUsual") : `${n}`);
  const ownCode = h("input", {
    name: "code",
    value: code ?? "",
    maxlength: 14,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: t("random"),
  });
  const form = formOf(
    [
      labelled(nameText("variant"), variantSelect(variant.name ?? DEFAULT_VARIANT, { name: "variant" })),
      ...CONTROLS.slice(0, FIRST).flatMap(part),
      folded(
        t("moreSettings"),
        stack(
          choice(nameText("shuffles"), "shuffles", SHUFFLES, shufflesText, variant.shuffles ?? ""),
          labelled(nameText("code"), ownCode),
          ...CONTROLS.slice(FIRST).flatMap(part),
          flag("right_fill", !!variant.right_fill),
          note(t("certifiedHelp")),
          note(t("customHelp")),
        ),
      ),
    ],
    action,
    (/** @type {Parameters<typeof settingsOf>[0]} */ values) => onSave(settingsOf(values)),
    "btn main",
  );
  const fields = /** @type {{ [name: string]: any }} */ (form.elements);
  const fit = () => {
    // A certified deal is a new one, so its code cannot be chosen.
    fields.code.disabled = fields.certified.checked;
    fields.team_scores.closest("label").hidden = fields.teams.value === "0";
  };
  form.onchange = fit;
  fit();
  return form;
}

/** The control of a setting with values. @type {(control: typeof CONTROLS[number], value: any) => HTMLElement[]} */
const list = ({ name, values = [], text = String, help }, value) => [
  choice(nameText(name), name, including(values, value ?? ""), text, value ?? ""),
  ...(help ? [note(t(help))] : []),
];

/** @type {(name: string, isOn: boolean) => HTMLElement} */
const flag = (name, isOn) => checkboxLabel(checkbox(isOn, { name }), nameText(name));

/** @type {(values: Omit<wire.Settings, "variant"> & { variant: string, shuffles: number | null, right_fill: boolean, code: string }) => wire.Settings} */
const settingsOf = ({ variant: name, shuffles, right_fill, code, ...values }) => ({
  ...values,
  variant: { name, ...(shuffles !== null && { shuffles }), ...(right_fill && { right_fill }) },
  code: (!values.certified && code.trim()) || null,
});
