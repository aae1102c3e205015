import { load } from "../ui/load.js";

/** @import { Page } from "../ui/router.js" */

/** A game in this browser alone, with a network or without. `?v=mini` names the variant, `?from=` what could not be reached. @param {Page} page */
export default async function practiceScreen(page) {
  const { showPractice } = await load(import("./view.js"), "board/board.css", "race/race.css");
  if (!page.signal.aborted) showPractice(page, new URLSearchParams(location.search));
}
