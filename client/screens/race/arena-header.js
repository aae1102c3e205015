import { dotted, t, variantName } from "../../i18n/index.js";
import { call } from "../../net/api.js";
import { playerName } from "../../people/names.js";
import { personButton } from "../../people/person.js";
import { notifyButton } from "../../push/notify-button.js";
import { teamName } from "../../race/teams.js";
import { enterRoom } from "../../room/enter.js";
import { sureButton } from "../../ui/dialog.js";
import { button, h, icon, link } from "../../ui/dom.js";
import { momentText } from "../../ui/format.js";
import { row } from "../../ui/parts.js";
import { go } from "../../ui/router.js";
import { shareLink } from "../../ui/share.js";
import { arenaPodium } from "./arena-tables.js";
import { act, nameOf } from "./arenas.js";

/** @import { Context } from "./arena.js" */

/** The arena's rules and state, and the ways on. @param {Context} context */
export const header = (context) =>
  h(
    "section.felt",
    h("h1", nameOf(context.arena)),
    h("p.soft", ...facts(context)),
    ...{ before, running, ended }[context.arena.phase](context),
  );

/** @param {Context} context @returns {Child[]} */
function facts({ arena, me }) {
  const { fill_to, form, group, group_name, minutes, organiser, player, rounds, variant } = arena;
  const by = { player, name: organiser };
  const roundsText = rounds && t("roundsCount", { n: rounds });
  const botsText = fill_to && t("botsFact", { n: fill_to });
  return [
    h("b", t(form === "cup" ? "cup" : "arena")),
    ` · ${dotted(variantName(variant), t("perDeal", { n: minutes }), roundsText, botsText)} · `,
    group && link(`/group/${group}`, group_name ?? ""),
    group && " · ",
    `${t("organisedBy")} `,
    player === me ? t("organisedByYou") : personButton(by, playerName(organiser), {}),
  ];
}

/** @type {(text: string, until: number) => HTMLElement} */
const clock = (text, until) =>
  h("p.arena-clock", text, " ", h("b.figure", { role: "timer", "data-until": until }));

/** @param {Context} context @returns {Child[]} */
function before(context) {
  const { arena, me } = context;
  const { code, entered, form, players, player, starts_at } = arena;
  const name = nameOf(arena);
  const callOff = () => call("DELETE arenas/{arena}", { arena: code }).then(() => go("/race"));
  return [
    clock(t("startsIn"), starts_at),
    h("p", dotted(momentText(starts_at), t("playersIn", { n: players }))),
    row(
      entered
        ? h("b.arena-in", icon("check"), t("entered"))
        : button(
            t("enterArena"),
            () => act(context, "POST arenas/{arena}/players", { team: 0 }),
            "btn main big",
          ),
      shareButton(arena, entered ? "main" : ""),
      entered && notifyButton("starts", t("remindArena")),
      entered && button(t("leaveArena"), () => act(context, "DELETE arenas/{arena}/players/me"), "btn quiet"),
      player === me && sureButton(t("callOff"), t("callOffSure", { name }), callOff, "btn quiet"),
    ),
    teams(context),
    h("p.small", t(form === "cup" ? "cupHelp" : "arenaHelp")),
    h(
      "details",
      { "data-key": `qr ${player}` },
      h("summary", t("arenaQr")),
      h("img.qr", { src: `/arena/${code}/qr.svg`, alt: t("arenaQr"), loading: "lazy" }),
    ),
  ];
}

/** @param {Context} context @returns {Child[]} */
function running(context) {
  const { arena } = context;
  const { form, mine, next_at, round, rounds } = arena;
  const isOut = form === "cup" && (!mine || mine.out_after != null);
  if (!round)
    return [
      next_at ? clock(t("nextRoundIn"), next_at) : h("p", t("roundEnding")),
      isOut && h("p", t(mine ? "youAreOut" : "cupRuns")),
      row(shareButton(arena, "")),
    ];
  const games = round.playing + round.done;
  return [
    clock(
      rounds ? t("roundOf", { n: round.number, of: rounds }) : t("roundNumber", { n: round.number }),
      round.ends_at,
    ),
    ...(isOut ? [h("p", t(mine ? "youAreOut" : "cupRuns"))] : myRound(context)),
    row(shareButton(arena, "")),
    games > 0 && h("p.small", t("roundGames", { n: games, done: round.done })),
  ];
}

/** @param {Context} context @returns {Child[]} */
function myRound({ arena }) {
  const { code, entered, form, round, variant } = arena;
  if (round?.mine === "done") return [h("p", t(form === "cup" ? "playedCupRound" : "playedRound"))];
  if (round?.mine === "plays") return [row(link(`/r/${round.room}`, t("continueRound"), "btn main big"))];
  const play = () => enterRoom(call("POST arenas/{arena}/games", { arena: code }), { name: variant });
  return [
    row(button(t(entered ? "playRound" : "enterAndPlay"), play, "btn main big")),
    h("p.small", t("roundHelp")),
  ];
}

/** @param {Context} context @returns {Child[]} */
function ended({ arena, me }) {
  const { next, table = [] } = arena;
  return [
    h("p", t("arena_ended")),
    arenaPodium(arena, table, me),
    row(
      next ? link(`/arena/${next}`, t("nextArena"), "btn main") : "",
      link("/arena/new", t("newArena"), "btn"),
      shareButton(arena, ""),
    ),
  ];
}

/** The teams to choose from, for those who are in. @param {Context} context */
function teams(context) {
  const { entered, mine, teams: count = 0 } = context.arena;
  if (!count || !entered) return false;
  return h(
    "div.row",
    { role: "group", "aria-label": t("yourTeam") },
    ...Array.from({ length: count }, (_, n) => n + 1).map((team) =>
      button(teamName(team), () => act(context, "POST arenas/{arena}/players", { team }), {
        class: "btn",
        "aria-pressed": `${mine?.team === team}`,
      }),
    ),
  );
}

/** @type {(arena: wire.Arena, level: string) => HTMLElement} */
const shareButton = (arena, level) => {
  const text = () =>
    t(arena.phase === "ended" ? "shareArenaEnded" : "shareArenaOpen", {
      name: nameOf(arena),
      time: momentText(arena.starts_at),
    });
  return shareLink(t("shareArena"), text, `/arena/${arena.code}`, `btn ${level}`);
};
