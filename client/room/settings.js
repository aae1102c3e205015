import { t, variantName } from "../i18n/index.js";
import { DEFAULTS, SWITCHES } from "../net/protocol.js";
import { variantHelp } from "../scores/deals.js";
import { h } from "../ui/dom.js";
import { filledLater, folded } from "../ui/parts.js";

/** The settings of a room, in words. @type {(settings: wire.Settings) => string[]} */
export function settingsText(settings) {
  const values = { ...DEFAULTS, ...settings };
  const { variant = {}, limit_minutes, spectator_delay_s, code, seats, best_of, teams } = values;
  // Whether it is listed changes nothing in it, and nobody else could enter a solo room.
  const said = SWITCHES.filter((name) => name !== "listed" && (name !== "locked" || seats > 1));
  const { name, shuffles, right_fill } = variant;
  const texts = [
    `${variantName(name)}: ${variantHelp(name)}`,
    shuffles != null && t("ownShuffles", { n: shuffles }),
    right_fill && t("s_right_fill"),
    best_of > 1 && t("bestOf", { n: best_of }),
    teams > 0 && t("ownTeams", { n: teams }),
    limit_minutes != null && limit_minutes !== DEFAULTS.limit_minutes && t("limit", { n: limit_minutes }),
    ...said.map((name) => values[name] && t(`s_${name}`)),
    spectator_delay_s > 0 && t("delay", { n: spectator_delay_s }),
    code && t("ownDeal", { code }),
  ];
  return texts.filter((text) => typeof text === "string");
}

/** The rules of a room in one line: the variant, and all that is not as usual. @type {(settings: wire.Settings) => (HTMLElement | string)[]} */
export function rulesLine(settings) {
  const [, ...others] = settingsText(settings);
  return [h("b", variantName(settings.variant?.name)), ...others.map((text) => ` · ${text}`)];
}

/** The settings of a room under their heading, one a line. @type {(settings: wire.Settings) => HTMLElement[]} */
export const settingsList = (settings) => [
  h("h2", t("rules")),
  h("ul.stack", ...settingsText(settings).map((text) => h("li", text))),
];

/**
 * A form for the settings of a room behind a summary, loaded when it is opened.
 * @param {string} summary @param {wire.Settings} settings @param {string} action the text of the button @param {(settings: wire.Settings) => unknown} onSave
 */
export function lazySettingsForm(summary, settings, action, onSave) {
  const details = folded(summary);
  return filledLater(details, async () => {
    const { settingsForm } = await import("./settings-form.js");
    details.append(settingsForm(settings, action, onSave));
  });
}
