import { call, changePlayer, path } from "./api.js";

/** @import { Identity, PasskeyList, PasskeyOptions } from "./messages.js" */

/** The own passkeys. @type {() => Promise<PasskeyList>} */
export const passkeys = () => call("GET", "me/passkeys");

/** Remove one of them. @type {(id: string) => Promise<PasskeyList>} */
export const removePasskey = (id) => call("DELETE", path("me", "passkeys", id));

/** Let the browser make a passkey, and keep it. @type {() => Promise<PasskeyList>} */
export async function addPasskey() {
  const { options } = /** @type {PasskeyOptions} */ (await call("POST", "me/passkeys/options"));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(/** @type {any} */ (options));
  const made = await navigator.credentials.create({ publicKey });
  return call("POST", "me/passkeys", { body: answer(made) });
}

/** Let the browser ask for a passkey, and become its player. @type {() => Promise<Identity>} */
export async function usePasskey() {
  const { options } = /** @type {PasskeyOptions} */ (await call("POST", "passkeys/options"));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(/** @type {any} */ (options));
  const signed = await navigator.credentials.get({ publicKey });
  return changePlayer(() => call("POST", "passkeys/sign-in", { body: answer(signed) }));
}

/** @param {Credential | null} credential */
const answer = (credential) => ({ credential: /** @type {PublicKeyCredential} */ (credential).toJSON() });

/** Whether this browser has passkeys here: it needs https, and a name in the address. */
export const hasPasskeys = () =>
  "parseCreationOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {}) &&
  !/^[\d.]+$|:/.test(location.hostname);
