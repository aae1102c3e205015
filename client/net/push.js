import { call, path } from "./api.js";

/** @import { PushSettings, PushSubscription as Subscription } from "./messages.js" */

/** The own browsers that show notifications, and the server's key. @type {() => Promise<PushSettings>} */
export const pushSettings = () => call("GET", "me/push");

/** Let this browser show notifications. @type {(body: Subscription) => Promise<PushSettings>} */
export const subscribePush = (body) => call("PUT", "me/push", { body });

/** @type {(device: string) => Promise<PushSettings>} */
export const removePushDevice = (device) => call("DELETE", path("me", "push", device));

/** @type {() => Promise<PushSettings>} */
export const testPush = () => call("POST", "me/push/test");
