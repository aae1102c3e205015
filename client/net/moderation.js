import { ApiError } from "./api.js";

/** @import { BlockList, Decision, DecisionList, NewDecision, NewProgramToken, NewReport, PlayerFileList, Reported, ReportList, SessionList, Token } from "./messages.js" */

/** @type {(path: string, body?: object, token?: string, method?: string) => Promise<any>} */
async function asked(path, body, token, method = body ? "POST" : "GET") {
  const headers = {
    "Content-Type": "application/json",
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(`/api/${path}`, { method, headers, body: body && JSON.stringify(body) }).catch(
    () => null,
  );
  const data = await answer?.json().catch(() => null);
  if (!answer || !data) throw new ApiError("unreachable", "The server cannot be reached.");
  if (!answer.ok) throw new ApiError(data.code, data.message);
  return data;
}

/** @type {(report: NewReport) => Promise<Reported>} */
export const report = (body) => asked("reports", body);

/** What moderators have decided about the player. @type {() => Promise<DecisionList>} */
export const decisions = () => asked("me/decisions");

/** @type {(id: string) => Promise<DecisionList>} */
export const readDecision = (id) => asked(`me/decisions/${id}/read`, {});

/** @type {(id: string, text: string) => Promise<DecisionList>} */
export const answerDecision = (id, text) => asked(`me/decisions/${id}/answer`, { text });

// Where the player is signed in

/** @type {() => Promise<SessionList>} */
export const sessions = () => asked("me/sessions");

/** @type {(id: string) => Promise<SessionList>} */
export const endSession = (id) => asked(`me/sessions/${id}`, undefined, undefined, "DELETE");

/** @type {(body: NewProgramToken) => Promise<Token>} */
export const programToken = (body) => asked("me/tokens", body);

// Whom the player does not want to meet

/** @type {() => Promise<BlockList>} */
export const blocks = () => asked("me/blocks");

/** @type {(player: string) => Promise<BlockList>} */
export const addBlock = (player) => asked("me/blocks", { player });

/** @type {(player: string) => Promise<BlockList>} */
export const removeBlock = (player) => asked(`me/blocks/${player}`, undefined, undefined, "DELETE");

// With a moderator's token

/** @type {(token: string) => Promise<ReportList>} */
export const adminReports = (token) => asked("admin/reports", undefined, token);

/** @type {(token: string) => Promise<DecisionList>} */
export const adminLog = (token) => asked("admin/decisions", undefined, token);

/** @type {(token: string, name: string) => Promise<PlayerFileList>} */
export const adminPlayers = (token, name) =>
  asked(`admin/players?q=${encodeURIComponent(name)}`, undefined, token);

/** @type {(token: string, body: NewDecision) => Promise<Decision>} */
export const adminDecide = (token, body) => asked("admin/decisions", body, token);
