import { dotted, t, timeText, variantName } from "../../i18n/index.js";
import { now, self } from "../../net/api.js";
import { exploredPosition, game } from "../../net/play.js";
import { playerLink, playerName, playerTag } from "../../people/names.js";
import { reportButton } from "../../people/person.js";
import { dealPath, lineOf } from "../../replay/deal-link.js";
import { actionsOf, framesOf } from "../../replay/frames.js";
import { clipButton, ReplayPlayer } from "../../replay/player.js";
import { ghostButton } from "../../room/enter.js";
import { findings } from "../../scores/evidence.js";
import { button, h, link } from "../../ui/dom.js";
import { momentText, shortDayText } from "../../ui/format.js";
import { isStill } from "../../ui/motion.js";
import { note, tag } from "../../ui/parts.js";
import { knownPlayer } from "../../ui/preferences.js";
import { toastError } from "../../ui/say.js";
import { share } from "../../ui/share.js";

/** The address of a position of a game: without a number, of its beginning. @type {(id: string, at: number) => string} */
export const momentPath = (id, at) => `/g/${id}${at ? `?at=${at}` : ""}`;

/** The facts about a finished game, and the actions of the reader `me` on it; `shownAt`: the position that is shown. @type {(found: wire.FinishedGame, me: string | undefined, clip: HTMLElement | false, shownAt: () => number) => Child[]} */
export function facts(found, me, clip, shownAt) {
  const { id, name, player, race, code, daily, record, revealed_at, ranked, replay } = found;
  const outcome = [
    t(found.won ? "outcomeWon" : "outcome", { locked: found.locked, time: timeText(found.time_ms) }),
    t("points", { n: found.score }),
    t("moveCount", { n: found.moves }),
    t("shuffleCount", { n: found.shuffles }),
  ];
  return [
    h("h2", playerLink(player, name), playerTag(player)),
    h(
      "p.row.small",
      h("span", variantName(replay.variant.name)),
      daily && link(`/daily/${daily.date}`, `${t("daily")}, ${shortDayText(daily.date)}`, "tag"),
      found.void && h("span.tag.bad", t("isVoid")),
      !ranked && !found.void && tag(t("practice")),
    ),
    h("p.small", dotted(...outcome)),
    ...(found.flags?.length ? [findings(found)] : []),
    note(momentText(found.ended_at)),
    ghostButton(t("raceGhost"), id, "btn main"),
    h(
      "div.menu",
      race && link(`/race/${race}`, t("wholeRace"), "btn"),
      code && link(dealPath(code, replay.variant), t("sameDeal"), "btn"),
      button(t("share"), () =>
        share(t("shareReplay", { name: playerName(name) }), location.origin + momentPath(id, shownAt())),
      ),
      clip,
      record && link(`/verify?game=${id}`, t("proveIt"), "btn"),
      record && h("a.btn", { href: `/api/v1/games/${id}`, download: `gaprace-${id}.json` }, t("download")),
    ),
    !record && note(t("provedLater", { time: momentText(revealed_at ?? now()) })),
    player !== me && reportButton(name, { player, game: id }),
  ];
}

/** The replay of a finished game. @param {Page} page @param {string} id */
export default async function replayScreen(page, id) {
  // This browser may not have been told yet whose it is.
  const reader = knownPlayer() ?? self(page.signal).catch(() => null);
  const [found, me] = await Promise.all([game(id, page.signal), reader]);
  const name = playerName(found.name);
  const frames = framesOf(found.replay);
  const clip = () =>
    clipButton(
      () => [{ id, name, frames }],
      () => frames[player.at].ms,
    );
  /** @type {ReplayPlayer} */
  const player = new ReplayPlayer(
    {
      title: t("replayOf", { name }),
      name,
      frames,
      actions: actionsOf(found.replay),
      facts: () => facts(found, me?.id, clip(), () => player.at),
    },
    page,
  );
  const query = new URLSearchParams(location.search);
  player.go(Number(query.get("at") ?? 0) || 0);
  offerAnalysis(player, found, me?.id, query.has("analyse"));
  if (query.get("line")) explore(player, id, location.search).catch(toastError);
  // A link to a moment shows that moment; any other one is a wish to see the game.
  else if (!query.has("at") && !query.has("analyse") && !isStill()) player.play();
}

/** Try other moves from the position that is shown, after the line of a link. @param {ReplayPlayer} player @param {string} id @param {string} [search] */
async function explore(player, id, search = "") {
  const { Explorer } = await import("./explore.js");
  await new Explorer(player, id).follow(lineOf(search));
}

/** Offer the analysis of a game, or begin it at once, unless its deal is sealed. @param {ReplayPlayer} player @param {wire.FinishedGame} found @param {string | undefined} me the reader @param {boolean} atOnce */
function offerAnalysis(player, { id, won, player: whose, revealed_at }, me, atOnce) {
  if (revealed_at) return;
  const start = async () => {
    ask.onclick = null;
    try {
      const { analyse } = await import("./analysis.js");
      await analyse(player, id, ask);
    } catch (error) {
      player.below.replaceChildren();
      ask.onclick = start;
      await toastError(error);
    }
  };
  const ask = button(t(won ? "analyse" : "whereLost"), start);
  player.beside.replaceChildren(
    ask,
    button(t("whatIf"), () => explore(player, id)),
  );
  // A server whose search rests needs a second to wake it: it is awake when the player, most likely, tries others.
  if (!won && whose === me) void exploredPosition(id, player.at, [], false, player.signal).catch(() => {});
  if (atOnce) void start();
}
