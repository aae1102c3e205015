import { changePlayer, request } from "./api.js";

const DEVICE_CODE_LENGTH = 10;

/** @type {() => Promise<wire.Token>} */
export const signOutEverywhere = () => changePlayer(() => request("POST me/sign-out"));

/** Become the player of a code from another device: one that was made for this, or the longer recovery code. @type {(code: string) => Promise<wire.Identity>} */
export const signInBy = (code) =>
  changePlayer(() =>
    code.replace(/\W/g, "").length > DEVICE_CODE_LENGTH
      ? request("POST recover", { recovery_code: code })
      : request("POST device-code", { code }),
  );

/** Where everything that is stored about the player can be downloaded. */
export const EXPORT = "/api/v1/me/export";

// The provider with which people sign in

/** The name of the provider with which people sign in here; empty without one: `document.py` says so. */
export const provider = () =>
  /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=sign-in]"))?.content ?? "";

/** The way to the provider, and back to this page. */
export const signInLink = () => `/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`;
