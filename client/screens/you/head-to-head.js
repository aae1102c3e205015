import { t, variantName } from "../../i18n/index.js";
import { request } from "../../net/api.js";
import { playerLink, playerTag } from "../../people/names.js";
import { byId, h } from "../../ui/dom.js";
import { impsText, numberText } from "../../ui/format.js";
import { showNav } from "../../ui/nav.js";
import { note, panel } from "../../ui/parts.js";
import { table } from "../../ui/table.js";
import { showGames } from "./games.js";

/** Two players against each other, in every variant. @param {Page} page @param {string} one @param {string} other */
export default async function headToHeadScreen({ shell, signal }, one, other) {
  const place = h("div.page");
  byId("main").append(place);
  const found = await request("GET players/{id}/vs/{other}", { id: one, other }, { signal });
  const [first, second] = found.players;
  shell.title(t("versus", { one: first.name, other: second.name }));
  showNav("");
  const games = panel(t("lastRaces"));
  place.append(header(found), ...crosstables(found), games);
  const leadText = (/** @type {number | null | undefined} */ lead) =>
    lead ? t("wasAhead", { name: (lead > 0 ? first : second).name }) : t("wereLevel");
  await showGames(games.appendChild(h("div")), first.id, { with: second.id }, signal, leadText);
}

/** @type {(found: wire.HeadToHead) => HTMLElement} */
function header({ dailies, players: [one, other], races }) {
  const [wins, losses] = /** @type {const} */ (["wins", "losses"]).map((name) =>
    [...races, ...dailies].reduce((sum, each) => sum + each[name], 0),
  );
  return h(
    "header.felt.stack",
    h("h1.headline", t("versus", { one: one.name, other: other.name })),
    h("p.figure.versus", `${numberText(wins)} : ${numberText(losses)}`),
    h(
      "p.row",
      playerLink(one.id, one.name),
      playerTag(one.id),
      " · ",
      playerLink(other.id, other.name),
      playerTag(other.id),
    ),
  );
}

/** @type {(found: wire.HeadToHead) => HTMLElement[]} */
const crosstables = ({ dailies, players: [one, other], races }) =>
  [
    { title: t("racesOfBoth"), none: t("noRacesOfBoth"), rows: races },
    { title: t("dailiesOfBoth"), none: t("noDailiesOfBoth"), rows: dailies },
  ].map(({ title, none, rows }) =>
    panel(
      title,
      rows.length ? crosstable(rows, one.name, other.name) : h("p.soft", none),
      rows.length > 0 && note(t("impsHelp", { name: one.name })),
    ),
  );

/** @type {(rows: wire.Balance[], one: string, other: string) => HTMLElement} */
const crosstable = (rows, one, other) =>
  table(
    [
      { head: t("variant"), class: "text", isRowHead: true, cell: ({ variant }) => variantName(variant) },
      { head: t("playedShort"), cell: ({ races }) => numberText(races) },
      { head: one, cell: ({ wins }) => numberText(wins) },
      { head: other, cell: ({ losses }) => numberText(losses) },
      {
        head: t("levelShort"),
        class: "hide-tiny",
        cell: ({ losses, races, wins }) => numberText(races - wins - losses),
      },
      { head: t("impsShort"), cell: ({ mean_imps }) => impsText(mean_imps) },
    ],
    rows,
  );
