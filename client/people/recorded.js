import { t } from "../i18n/index.js";
import { dateText } from "../ui/format.js";

/** What is said of a recorded game, by its date. @param {string} date */
export const recordedText = (date) => t("recordedOn", { date: dateText(date) });
