import { t } from "../i18n/index.js";

/** What is said of a recorded game, by its date. @param {string} date */
export const recordedText = (date) => t("recordedOn", { date: new Date(`${date}T12`).toLocaleDateString() });
