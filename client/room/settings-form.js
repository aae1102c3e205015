import { t } from "../i18n/index.js";
import { VARIANTS } from "../rules/variants.js";
import { h } from "../ui/dom.js";
import { variantName } from "./settings.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { Settings } from "../net/messages.js" */

const LIMITS = [2, 5, 10, 15, 20, 30, 60, 120];
const SEATS = [2, 3, 4, 6, 8, 12, 20, 50];
const DELAYS = [0, 5, 15, 30, 60];
const TICKS = /** @type {const} */ (["certified", "boards_open", "hints", "listed", "locked"]);

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

/** Includes a value that is not among those offered. @type {(values: number[], value: number) => number[]} */
const including = (values, value) => [...new Set([...values, value])].sort((a, b) => a - b);

/**
 * The settings of a room, to be changed.
 * @param {Settings} settings @param {string} action what the button says @param {(settings: Settings) => void} done
 */
export function roomForm(settings, action, done) {
  const { variant = {}, seats = 8, limit_minutes = 20, spectator_delay_s = 0, code } = settings;
  const form = h(
    "form",
    { class: "stack" },
    select(
      "variant",
      VARIANTS.map(({ name }) => [name, variantName(name)]),
      variant.name ?? "addiction",
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
      including(SEATS, seats).map((n) => [n, `${n}`]),
      seats,
    ),
    select(
      "limit_minutes",
      including(LIMITS, limit_minutes ?? 20).map((n) => [n, t("minutes", { n })]),
      limit_minutes ?? 20,
    ),
    select(
      "spectator_delay_s",
      including(DELAYS, spectator_delay_s).map((n) => [n, t("seconds", { n })]),
      spectator_delay_s,
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
    tick("right_fill", !!variant.right_fill),
    ...TICKS.map((name) => tick(name, !!settings[name])),
    h("p", { class: "small soft" }, t("certifiedHelp")),
    h("p", { class: "small soft" }, t("customHelp")),
    h("button", { class: "btn main" }, action),
  );
  const { certified, code: field } = /** @type {{ [name: string]: any }} */ (form.elements);
  /** A certified deal is a fresh one. */
  const choose = () => {
    field.disabled = certified.checked;
  };
  certified.onchange = choose;
  choose();
  form.onsubmit = (event) => {
    event.preventDefault();
    done(readForm(new FormData(form)));
  };
  return form;
}

/** @type {(name: string, checked: boolean) => HTMLElement} */
const tick = (name, checked) =>
  h(
    "label",
    { class: "tick" },
    h("input", { type: "checkbox", name, checked }),
    t(/** @type {Key} */ (`s_${name}`)),
  );

/** @type {(data: FormData) => Settings} */
function readForm(data) {
  const number = (/** @type {string} */ name) => Number(data.get(name));
  const ticks = Object.fromEntries(TICKS.map((name) => [name, data.has(name)]));
  return {
    variant: {
      name: String(data.get("variant")),
      ...(data.get("shuffles") && { shuffles: number("shuffles") }),
      ...(data.has("right_fill") && { right_fill: true }),
    },
    seats: number("seats"),
    limit_minutes: number("limit_minutes"),
    spectator_delay_s: number("spectator_delay_s"),
    code: String(data.get("code") ?? "").trim() || null,
    ...ticks,
  };
}
