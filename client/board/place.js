import { t } from "../i18n/index.js";
import { placeOf } from "./state.js";

/** Where a slot is, as the board lies on the screen: on a tall board, rows are columns. @type {(slot: number, columns: number, isTall: boolean) => string} */
export function placeText(slot, columns, isTall) {
  const { row, column } = placeOf(slot, columns);
  return t(isTall ? "placeTall" : "place", { row: row + 1, slot: column + 1 });
}
