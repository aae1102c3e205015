import { t, variantName } from "../i18n/index.js";
import { DEFAULT_VARIANT } from "../rules/variants.js";

/** How the server names the daily of a group's own; the world's have the names of their variants. */
export const OWN_DAILY = "own";
/** The world's dailies. */
const WORLD_DAILIES = [DEFAULT_VARIANT, "mini"];
/** The dailies of a group, those that it has chosen first. */
export const DAILIES = [OWN_DAILY, ...WORLD_DAILIES];

/** What a daily is called. @param {string} daily @param {string} [variant] of an own one */
export const dailyName = (daily, variant = "") =>
  daily === OWN_DAILY
    ? [t("ownDaily"), variant && variantName(variant)].filter(Boolean).join(": ")
    : variantName(daily);
