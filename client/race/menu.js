import { t } from "../i18n/index.js";
import { confirmed, openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { rulesLater } from "../ui/lazy.js";

/**
 * What the menu needs of a race.
 * @typedef {{
 *   isFree: boolean,  // whether another deal may follow
 *   isSolo: boolean, isOver: boolean,
 *   resign: () => void, leave: () => void, startNext: () => void,
 * }} RaceMenu
 */

/** Open the menu of what is seldom done in a race. @param {RaceMenu} race */
export function openMenu(race) {
  const { isFree, isOver, isSolo } = race;
  /** @type {(label: string, action: (race: RaceMenu) => void, props?: object) => HTMLElement} */
  const entry = (label, action, props) => {
    const choose = () => {
      dialog.close();
      action(race);
    };
    return button(label, choose, props);
  };
  const dialog = openDialog(
    t("more"),
    h(
      "div",
      { class: "stack" },
      isFree && entry(t("newDeal"), newDeal),
      entry(t("resign"), resign, { disabled: isOver }),
      !isSolo && entry(t("leave"), leave),
      entry(t("how"), rulesLater, { "aria-keyshortcuts": "?" }),
    ),
  );
}

/** @param {RaceMenu} race */
async function resign(race) {
  if (await confirmed(t("resignSure"), t("resign"))) race.resign();
}

/** Start another deal in a solo room; a game that is not over is given up for it. @param {RaceMenu} race */
export async function newDeal(race) {
  if (!race.isOver && !(await confirmed(t("newDealSure"), t("newDeal")))) return;
  if (!race.isOver) race.resign();
  race.startNext();
}

/** @param {RaceMenu} race */
async function leave(race) {
  if (await confirmed(t("leaveSure"), t("leave"))) race.leave();
}
