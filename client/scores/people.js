import { dotted, t } from "../i18n/index.js";
import { playerName } from "../people/names.js";
import { h, link } from "../ui/dom.js";
import { numberText } from "../ui/format.js";
import { note } from "../ui/parts.js";

/** @import { Section } from "../ui/table.js" */

/** Names of those who have no place that are read before they are counted. */
const MAX_ABSENT = 5;

/** Friends, groups, the world around the player, and its top; without `top`, it is said elsewhere what rank that is. @type {(page: wire.LeaderboardPage, top?: wire.LeaderboardPage | null) => Section<wire.LeaderboardRow>[]} */
export function sectionsOf(page, top) {
  const { circles = [], items, mine, size } = page;
  const place =
    mine && top !== undefined ? h("span.soft", ` ${t("placeOf", { rank: mine.rank, of: size })}`) : "";
  /** @type {Section<wire.LeaderboardRow>[]} */
  const world = items.length
    ? [{ rows: items, title: h("span", t(page.previous ? "aroundYou" : "theWorld"), " ", place) }]
    : [];
  return [
    ...circles.map((circle) => circleSection(page, circle)),
    ...world,
    ...(top ? [{ rows: top.items, title: t("theTop") }] : []),
  ];
}

/** @type {(page: wire.LeaderboardPage, circle: wire.Circle) => Section<wire.LeaderboardRow>} */
function circleSection({ kind, period }, { absent = [], group, name, rows, size }) {
  const path = `/group/${group}${kind === "daily" ? `/${period}` : ""}`;
  const names = kind === "daily" ? absent.slice(0, MAX_ABSENT).map((each) => playerName(each.name)) : [];
  if (names.length && absent.length > MAX_ABSENT) names.push(`+${numberText(absent.length - MAX_ABSENT)}`);
  const text = dotted(
    size > rows.length && t("inAll", { n: size }),
    names.length > 0 && t("notPlayed", { names: names.join(", ") }),
  );
  return {
    rows,
    title: group ? link(path, name ?? "") : t("youAndFriends"),
    foot: text && note(text),
  };
}
