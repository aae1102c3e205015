import { call, changePlayer, ofPlayer, path, request } from "./api.js";

/** @import { BlockList, ConnectedAccount, DecisionList, DeviceCode, Identity, Me, NewProgramToken, NewReport, PushSettings, PushSubscription as Subscription, RecoveryCode, Reported, SessionList, Token } from "./messages.js" */

const DEVICE_CODE_LENGTH = 10;

/** @type {(name: string) => Promise<Me>} */
export const rename = (name) => call("PATCH", "me", { body: { name } });

/** How the own games may take seats in the races of others. @type {(recorded_as: Me["recorded_as"]) => Promise<Me>} */
export const recordAs = (recorded_as) => call("PATCH", "me", { body: { recorded_as } });

/** A new recovery code: at once with the current one, else after a wait. @type {(current: string) => Promise<RecoveryCode>} */
export const recoveryCode = (current) => call("POST", "me/recovery", { body: { recovery_code: current } });

/** Withdraw a recovery code that waits. @type {() => Promise<Me>} */
export const withdrawCode = () => call("DELETE", "me/recovery");

/** @type {() => Promise<Token>} */
export const signOutEverywhere = () => changePlayer(() => request("POST", "me/sign-out"));

/** A code for another device. @type {() => Promise<DeviceCode>} */
export const deviceCode = () => call("POST", "me/device-code");

/** Become the player of a code from another device: one that was made for this, or the longer recovery code. @type {(code: string) => Promise<Identity>} */
export const signInBy = (code) =>
  changePlayer(() =>
    code.replace(/\W/g, "").length > DEVICE_CODE_LENGTH
      ? request("POST", "recover", { body: { recovery_code: code } })
      : request("POST", "device-code", { body: { code } }),
  );

/** Where everything that is stored about the player can be downloaded. */
export const EXPORT = "/api/v1/me/export";

/** Delete the account. `name`, typed in by its owner, confirms it. @type {(name: string) => Promise<unknown>} */
export const deleteMe = (name) => call("DELETE", "me", { body: { name } });

// The provider with which people sign in

/** The name of the provider with which people sign in here; empty without one: `meta_tags.py` says so. */
export const provider = () =>
  /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=sign-in]"))?.content ?? "";

/** The way to the provider, and back to this page. */
export const signInLink = () => `/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`;

/** Whether the player is connected with an account there. @type {() => Promise<ConnectedAccount>} */
export const connectedAccount = () => request("GET", "me/account");

/** @type {() => Promise<ConnectedAccount>} */
export const disconnect = () => call("DELETE", "me/account");

// Reports and decisions

/** @type {(report: NewReport) => Promise<Reported>} */
export const report = (body) => call("POST", "reports", { body });

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
export const blocks = () => ofPlayer("me/blocks", { players: [] });

/** @type {(player: string) => Promise<BlockList>} */
export const addBlock = (player) => call("POST", "me/blocks", { body: { player } });

/** @type {(player: string) => Promise<BlockList>} */
export const removeBlock = (player) => request("DELETE", path("me", "blocks", player));

// Notifications

/** The own browsers that show notifications, and the server's key. @type {() => Promise<PushSettings>} */
export const pushSettings = () => call("GET", "me/push");

/** Let this browser show notifications. @type {(body: Subscription) => Promise<PushSettings>} */
export const subscribePush = (body) => call("PUT", "me/push", { body });

/** @type {(device: string) => Promise<PushSettings>} */
export const removePushDevice = (device) => call("DELETE", path("me", "push", device));

/** @type {() => Promise<PushSettings>} */
export const testPush = () => call("POST", "me/push/test");
