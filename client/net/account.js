import { call } from "./api.js";

/** @import { ConnectedAccount } from "./messages.js" */

/** The name of the provider with which people sign in here; empty without one: `meta_tags.py` says so. */
export const provider = () =>
  /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=sign-in]"))?.content ?? "";

/** The way to the provider, and back to this page. */
export const signInLink = () => `/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`;

/** Whether the player is connected with an account there. @type {() => Promise<ConnectedAccount>} */
export const connectedAccount = () => call("GET", "me/account");

/** @type {() => Promise<ConnectedAccount>} */
export const disconnect = () => call("DELETE", "me/account");
