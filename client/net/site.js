import { request } from "./api.js";
import { asModerator } from "./moderation.js";

/** @import { BackupFile, Restarting, Site } from "./messages.js" */

/** What the owner of the site sees and changes, with the owner's token. */

/** @type {(token: string) => Promise<Site>} */
export const site = (token) => request("GET", "admin/site", asModerator(token));

/** @type {(token: string, values: { [name: string]: string }) => Promise<Site>} */
export const changeSite = (token, values) =>
  request("PATCH", "admin/site", { body: { values }, ...asModerator(token) });

/** @type {(token: string) => Promise<BackupFile>} */
export const backUp = (token) => request("POST", "admin/backups", asModerator(token));

/** @type {(token: string) => Promise<Restarting>} */
export const startAgain = (token) => request("POST", "admin/restart", asModerator(token));
