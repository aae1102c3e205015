import { t } from "../i18n/index.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { Settings } from "../net/messages.js" */

/** @type {(name: string) => string} */
export const variantName = (name) => t(/** @type {Key} */ (`v_${name}`));
/** @type {(name: string) => string} */
export const variantHelp = (name) => t(/** @type {Key} */ (`vh_${name}`));

/** What is set, in words. @type {(settings: Settings) => string[]} */
export function rulesText({
  variant = {},
  limit_minutes = 20,
  boards_open,
  hints,
  spectator_delay_s = 0,
  code,
  certified,
  locked,
  seats = 8,
}) {
  const { name = "addiction", shuffles, right_fill } = variant;
  const texts = [
    `${variantName(name)}: ${variantHelp(name)}`,
    shuffles != null && t("ownShuffles", { n: shuffles }),
    right_fill && t("s_right_fill"),
    limit_minutes != null && t("limit", { n: limit_minutes }),
    boards_open && t("s_boards_open"),
    hints && t("s_hints"),
    spectator_delay_s > 0 && t("delay", { n: spectator_delay_s }),
    code && t("ownDeal", { code }),
    certified && t("s_certified"),
    locked && seats > 1 && t("s_locked"),
  ];
  return texts.filter((text) => typeof text === "string");
}
