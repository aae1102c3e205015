import { dotted, t } from "../../i18n/index.js";
import { request } from "../../net/api.js";
import { tagOf } from "../../people/names.js";
import { button, h, link } from "../../ui/dom.js";
import { lineField, lineForm } from "../../ui/fields.js";
import { momentText } from "../../ui/format.js";
import { note, panel, row, stack } from "../../ui/parts.js";
import { toast } from "../../ui/say.js";

/** The actions on a player, and whether they end by themselves. @type {["warn" | "rename" | "mute" | "suspend" | "ban" | "ban_address", boolean][]} */
const PLAYER_ACTIONS = [
  ["warn", false],
  ["rename", false],
  ["mute", true],
  ["suspend", true],
  ["ban", true],
  ["ban_address", true],
];
const DAY_H = 24;

/** The options of a request of the owner, or of a moderator. @param {string} token */
export const asModerator = (token) => ({ headers: { Authorization: `Bearer ${token}` } });

/** Show the cases that moderators decide on, and their decisions. @param {HTMLElement} place @param {string} token @returns {Promise<void>} */
export async function moderation(place, token) {
  const again = () => moderation(place, token);
  const [queue, log] = await Promise.all([
    request("GET admin/reports", {}, asModerator(token)),
    request("GET admin/decisions", {}, asModerator(token)),
  ]);
  place.replaceChildren(
    panel(
      t("adminReports", { n: queue.open }),
      ...queue.reports.map((each) => reportItem(each, token, again)),
    ),
    panel(
      t("adminFlagged", { n: (queue.flagged ?? []).length }),
      ...(queue.flagged ?? []).map((each) => flaggedItem(each, token, again)),
    ),
    panel(t("adminFind"), search(token, again)),
    panel(t("adminLog"), ...log.items.map((each) => decisionItem(each, token, again))),
  );
}

/** @type {(report: wire.Report, token: string, again: () => Promise<void>) => HTMLElement} */
function reportItem(report, token, again) {
  const { id, at, reason, note: remark, name, player, reporter_name, game, line, seen, group } = report;
  const settles = { reports: [id] };
  return h(
    "article.stack",
    h("b", `${t(`reason_${reason}`)}: ${name}#${tagOf(player)}`),
    note(dotted(momentText(at), t("reportedBy", { name: reporter_name }))),
    remark && h("p", remark),
    line && h("blockquote", line, !seen && h("span.small.soft", ` ${t("lineUnseen")}`)),
    game && gameFacts(game),
    actions(player, token, settles, again),
    row(
      decide(t("do_dismiss"), token, { action: "dismiss", ...settles }, again),
      game?.ranked && decide(t("do_void"), token, { action: "void", game: game.id, ...settles }, again),
      group && decide(t("do_rename_group"), token, { action: "rename_group", group, ...settles }, again),
    ),
  );
}

/** @type {(game: NonNullable<wire.Report["game"]>) => HTMLElement} */
const gameFacts = ({ id, moves, time_ms, ms_per_action, fastest_ten_ms, flags = [], cleared_by }) =>
  h(
    "div.small.stack",
    h(
      "p",
      link(`/g/${id}`, id),
      ` ${t("gameFacts", { moves, time: time_ms, pace: ms_per_action, ten: fastest_ten_ms ?? "–" })}`,
    ),
    ...flags.map(({ message }) => h("p", message)),
    cleared_by && h("p.soft", t("clearedBy", { name: cleared_by })),
  );

/** @type {(flagged: wire.FlaggedResult, token: string, again: () => Promise<void>) => HTMLElement} */
const flaggedItem = ({ player, name, game, left_out }, token, again) =>
  h(
    "article.stack",
    h("b", `${name}#${tagOf(player)}`),
    !left_out && note(t("adminNote")),
    gameFacts(game),
    decide(t("do_void"), token, { action: "void", game: game.id }, again),
    actions(player, token, {}, again),
    decide(t("do_clear"), token, { action: "dismiss", game: game.id }, again),
  );

/** @type {(player: string, token: string, more: Partial<wire.NewDecision>, again: () => Promise<void>) => HTMLElement} */
const actions = (player, token, more, again) =>
  row(
    ...PLAYER_ACTIONS.map(([action, ends]) =>
      decide(t(`do_${action}`), token, { action, player, ...more }, again, ends),
    ),
  );

/** A button that asks why, and for how long. @type {(text: string, token: string, decision: Omit<wire.NewDecision, "reason">, again: () => Promise<void>, ends?: boolean) => HTMLElement} */
const decide = (text, token, decision, again, ends = false) =>
  button(
    text,
    async () => {
      const reason = prompt(t("adminReason"));
      const hours = reason && ends ? Number(prompt(t("adminHours"), String(DAY_H))) : 0;
      if (!reason || (ends && !hours)) return;
      await request(
        "POST admin/decisions",
        { ...decision, reason, ...(ends && { hours }) },
        asModerator(token),
      );
      toast(t("adminDone"));
      await again();
    },
    "btn small",
  );

/** @type {(token: string, again: () => Promise<void>) => HTMLElement} */
function search(token, again) {
  const field = lineField(t("adminFind"), { placeholder: "Quiet Fox#7K2Q" });
  const found = stack();
  const send = async (/** @type {string} */ name) => {
    const { players } = await request("GET admin/players", { q: name }, asModerator(token));
    found.replaceChildren(...players.map((each) => playerItem(each, token, again)));
  };
  return stack(lineForm(field, t("adminSearch"), send), found);
}

/** @type {(file: wire.PlayerFile, token: string, again: () => Promise<void>) => HTMLElement} */
const playerItem = ({ id, name, tag, decisions, sessions }, token, again) =>
  h(
    "article.stack",
    link(`/p/${id}`, `${name}#${tag}`),
    actions(id, token, {}, again),
    ...sessions.map(({ id: session, device, seen_at, network }) =>
      row(
        h("p.small.grow", t("sessionLine", { device, time: momentText(seen_at), network: network || "–" })),
        decide(t("do_sign_out"), token, { action: "sign_out", player: id, session }, again),
      ),
    ),
    ...decisions.map((each) => decisionItem(each, token, again)),
  );

/** @type {(decision: wire.Decision, token: string, again: () => Promise<void>) => HTMLElement} */
const decisionItem = ({ id, at, moderator, action, name, reason, answer, lifted_at }, token, again) =>
  h(
    "article.stack",
    h("p.small", dotted(momentText(at), moderator, `${action} ${name ?? ""}: ${reason}`)),
    answer && h("blockquote", answer),
    lifted_at == null &&
      !["lift", "dismiss", "close_room", "rename_group", "sign_out", "erase"].includes(action) &&
      decide(t("do_lift"), token, { action: "lift", decision: id }, again),
  );
