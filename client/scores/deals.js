import { spaced, t } from "../i18n/index.js";
import { ROWS } from "../rules/board.js";
import { DEFAULT_VARIANT, parseVariant } from "../rules/variants.js";
import { icon, link } from "../ui/dom.js";

/** How a variant differs from the others. @type {(name?: string) => string} */
export const variantHelp = (name = DEFAULT_VARIANT) => t(/** @type {Key} */ (`vh_${name}`));

/** How many cards a deal of a variant has. @type {(variant: string) => number} */
export const cardCount = (variant) => ROWS * (parseVariant(variant).columns - 1);

/** The proof about a deal, in words. @type {(certificate: NonNullable<wire.Daily["certificate"]>) => string} */
export const certificateText = ({ par, harder_permille: harder }) =>
  spaced(
    t("winnable", { n: par }),
    harder < 500 && t("harderThan", { percent: Math.floor((1000 - harder) / 10) }),
  );

/** The way to a replay. @type {(game: string, name: string) => HTMLElement} */
export const replayLink = (game, name) =>
  link(`/g/${game}`, icon("start"), "btn quiet icon", t("replayOf", { name }));
