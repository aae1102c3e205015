import { t } from "../i18n/index.js";
import { dateText } from "../ui/format.js";

/** The text about a recorded game, with its date. @param {string} date */
export const recordedText = (date) => t("recordedOn", { date: dateText(date) });
