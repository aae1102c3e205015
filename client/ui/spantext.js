import { hoursAndMinutes } from "../daily/dates.js";
import { t } from "../i18n/index.js";

/** How long something still takes. @type {(ms: number) => string} */
export function spanText(ms) {
  const { h, min } = hoursAndMinutes(ms);
  return h ? t("hoursMinutes", { h, min }) : t("minutesShort", { n: min });
}
