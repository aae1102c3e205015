import { request } from "./api.js";

/** @import { Decision, DecisionList, NewDecision, PlayerFileList, ReportList } from "./messages.js" */

/** @param {string} token */
export const asModerator = (token) => ({ headers: { Authorization: `Bearer ${token}` } });

/** @type {(token: string) => Promise<ReportList>} */
export const adminReports = (token) => request("GET", "admin/reports", asModerator(token));

/** @type {(token: string) => Promise<DecisionList>} */
export const adminLog = (token) => request("GET", "admin/decisions", asModerator(token));

/** @type {(token: string, name: string) => Promise<PlayerFileList>} */
export const adminPlayers = (token, name) =>
  request("GET", `admin/players?q=${encodeURIComponent(name)}`, asModerator(token));

/** @type {(token: string, body: NewDecision) => Promise<Decision>} */
export const adminDecide = (token, body) =>
  request("POST", "admin/decisions", { body, ...asModerator(token) });
