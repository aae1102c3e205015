import { ApiError } from "./api.js";

/** @import { Decision, DecisionList, NewDecision, NewReport, PlayerFileList, Reported, ReportList } from "./messages.js" */

/** @type {(path: string, body?: object, token?: string) => Promise<any>} */
async function asked(path, body, token) {
  const headers = {
    "Content-Type": "application/json",
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const content = body && { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(`/api/${path}`, { headers, ...content }).catch(() => null);
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
