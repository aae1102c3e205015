import { signed, t, timeText } from "../i18n/index.js";

/** @import { BroadcastState } from "./state.js" */

/** The clock of what is shown: to the start, since the start, or in the last seconds what is left. @param {BroadcastState} state */
export const clockText = ({ isLate, left, ms }) =>
  ms < 0 ? signed(`-${Math.ceil(-ms / 1000)}`) : timeText(isLate ? left : ms);

/** How late what is shown is. @param {number} delayS */
export const delayText = (delayS) => (delayS ? t("behindLive", { n: delayS }) : t("isLive"));
