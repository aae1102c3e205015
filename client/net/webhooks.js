import { call, path as joined } from "./api.js";

/** @import { NewWebhook, Webhook, WebhookChange, WebhookList, WebhookSecret, WebhookTried } from "./messages.js" */

/** A path below the webhooks of a group. @param {string} group @param {string[]} parts */
const path = (group, ...parts) => joined("groups", group, "webhooks", ...parts);

/** @type {(group: string) => Promise<WebhookList>} */
export const webhooks = (group) => call("GET", path(group));

/** @type {(group: string, body: NewWebhook) => Promise<WebhookSecret>} */
export const newWebhook = (group, body) => call("POST", path(group), { body });

/** @type {(group: string, id: string, body: WebhookChange) => Promise<Webhook>} */
export const changeWebhook = (group, id, body) => call("PATCH", path(group, id), { body });

/** @type {(group: string, id: string) => Promise<WebhookList>} */
export const removeWebhook = (group, id) => call("DELETE", path(group, id));

/** @type {(group: string, id: string) => Promise<WebhookSecret>} */
export const renewSecret = (group, id) => call("POST", path(group, id, "secret"));

/** @type {(group: string, id: string) => Promise<WebhookTried>} */
export const testWebhook = (group, id) => call("POST", path(group, id, "test"));

/** Send again what has not arrived. @type {(group: string, id: string) => Promise<Webhook>} */
export const resendAll = (group, id) => call("POST", path(group, id, "dead"));

/** @type {(group: string, id: string, letter: string) => Promise<Webhook>} */
export const resend = (group, id, letter) => call("POST", path(group, id, "dead", letter));
