import { path, request } from "./api.js";

/** @import { BlockList, Decision, DecisionList, NewDecision, NewProgramToken, NewReport, PlayerFileList, Reported, ReportList, SessionList, Token } from "./messages.js" */

/** @type {(report: NewReport) => Promise<Reported>} */
export const report = (body) => request("POST", "reports", { body });

/** What moderators have decided about the player. @type {() => Promise<DecisionList>} */
export const decisions = () => request("GET", "me/decisions");

/** @type {(id: string) => Promise<DecisionList>} */
export const readDecision = (id) => request("POST", path("me", "decisions", id, "read"), { body: {} });

/** @type {(id: string, text: string) => Promise<DecisionList>} */
export const answerDecision = (id, text) =>
  request("POST", path("me", "decisions", id, "answer"), { body: { text } });

// Where the player is signed in

/** @type {() => Promise<SessionList>} */
export const sessions = () => request("GET", "me/sessions");

/** @type {(id: string) => Promise<SessionList>} */
export const endSession = (id) => request("DELETE", path("me", "sessions", id));

/** @type {(body: NewProgramToken) => Promise<Token>} */
export const programToken = (body) => request("POST", "me/tokens", { body });

// Whom the player does not want to meet

/** @type {() => Promise<BlockList>} */
export const blocks = () => request("GET", "me/blocks");

/** @type {(player: string) => Promise<BlockList>} */
export const addBlock = (player) => request("POST", "me/blocks", { body: { player } });

/** @type {(player: string) => Promise<BlockList>} */
export const removeBlock = (player) => request("DELETE", path("me", "blocks", player));

// With a moderator's token

/** @param {string} token */
const asModerator = (token) => ({ headers: { Authorization: `Bearer ${token}` } });

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
