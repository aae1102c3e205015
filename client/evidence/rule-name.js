import { t } from "../i18n/index.js";

/** @import { Key } from "../i18n/index.js" */

/** The name of a rule of examinations. @type {(rule: string) => string} */
export const ruleName = (rule) => t(/** @type {Key} */ (`x_rule_${rule}`));
