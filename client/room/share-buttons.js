import { t } from "../i18n/index.js";
import { button, icon } from "../ui/dom.js";
import "../ui/icons.js";

/** @import { OwnResult } from "./share-result.js" */

/** The buttons that share an own result: as text, and as a picture. @param {OwnResult} result @param {object} [props] those of the first button @param {object} [others] those of the second */
export const shareButtons = (result, props, others = {}) => [
  button([icon("share"), t("share")], async () => (await loaded()).shareResult(result), props),
  button([icon("picture"), t("asPicture")], async () => (await loaded()).sharePictureOf(result), others),
];

const loaded = () => import("./share-result.js");
