import { t, timeText } from "../i18n/index.js";

/** @import { BroadcastState } from "./state.js" */

/** The clock of what is shown: to the start, since the start, or in the last minute what is left. @param {BroadcastState} state */
export const clockText = ({ isLate, left, ms }) =>
  ms < 0 ? t("raceStartsIn", { time: timeText(999 - ms) }) : timeText(isLate ? left : ms);

/** How old what is shown is. @param {number} delayS */
export const delayText = (delayS) => (delayS ? t("shownAsOf", { n: delayS }) : t("isLive"));
