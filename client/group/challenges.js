import { challengeList } from "../challenge/mine.js";
import { resultsTable } from "../challenge/results.js";
import { t } from "../i18n/index.js";
import { groupChallenges } from "../net/events.js";
import { h, link } from "../ui/dom.js";

/** @import { Context } from "./screen.js" */

/** The challenges of a group: the open ones, the results of the last, and the way to make one. @param {HTMLElement} panel @param {Context} context */
export async function showChallenges(panel, { code, me, signal }) {
  const { challenges: list } = await groupChallenges(code, signal);
  if (signal.aborted) return;
  const open = list.filter(({ ended_at }) => !ended_at);
  const ended = list.filter(({ ended_at }) => ended_at);
  const [last] = ended;
  panel.hidden = false;
  void import("../arena/later.js").then(({ showArenas }) => showArenas(panel, signal, code));
  panel.replaceChildren(
    h("h2", {}, t("challenges")),
    list.length ? "" : h("p", { class: "soft" }, t("challengesHelp")),
    challengeList(open, me),
    h("p", { class: "row" }, link(`/challenge/new?group=${code}`, t("challengeGroup"), { class: "btn" })),
    last?.results?.length
      ? h(
          "div",
          { class: "stack" },
          h("h3", {}, link(`/challenge/${last.code}`, t("lastChallenge"))),
          h("div", { class: "scroll-x" }, resultsTable(last.results, me)),
        )
      : "",
    ended.length > 0
      ? h("details", {}, h("summary", { class: "small" }, t("endedChallenges")), challengeList(ended, me))
      : "",
  );
}
