import { loadTexts, t } from "../i18n/index.js";
import { confirmed, openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";

/** @import { Race } from "./screen.js" */

/** What is seldom done in a race. @param {Race} race */
export async function openMenu(race) {
  await loadTexts("more");
  const { isFree, isSolo, session } = race;
  /** @type {(label: string, action: (race: Race) => void, props?: object) => HTMLElement} */
  const entry = (label, action, props) => {
    const chosen = () => {
      dialog.close();
      action(race);
    };
    return button(label, chosen, props);
  };
  const dialog = openDialog(
    t("more"),
    h(
      "div",
      { class: "stack" },
      isFree && entry(t("newDeal"), newDeal),
      entry(t("resign"), resign, { disabled: session.own?.shown.isOver }),
      !isSolo && entry(t("leave"), leave),
      h("p", { class: "small soft keys" }, t("keysHelp")),
    ),
  );
}

/** @param {Race} race */
async function resign(race) {
  if (await confirmed(t("resignSure"), t("resign"))) race.act("resign");
}

/** In a solo room: a game under way is given up for it. @param {Race} race */
export async function newDeal(race) {
  const { room, session } = race;
  const isOver = session.own?.shown.isOver ?? true;
  await loadTexts("more");
  if (!isOver && !(await confirmed(t("newDealSure"), t("newDeal")))) return;
  if (!isOver) race.act("resign");
  if (session.sight.race?.standings) session.say({ t: "start" });
  else room.startsNext = true;
}

/** @param {Race} race */
async function leave({ session }) {
  if (await confirmed(t("leaveSure"), t("leave"))) session.say({ t: "leave" });
}
