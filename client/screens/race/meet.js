import { dotted, t, variantName } from "../../i18n/index.js";
import { request } from "../../net/api.js";
import { labelOf, namesakes } from "../../people/look-alikes.js";
import { inviteFriends, newRoomSettings, raceAnyone, raceFriends } from "../../room/enter.js";
import { showFriends } from "../../room/friends.js";
import { lazySettingsForm } from "../../room/settings.js";
import { button, byId, h, icon, link, morph } from "../../ui/dom.js";
import { lineField, lineForm } from "../../ui/fields.js";
import { item, plain, stack } from "../../ui/parts.js";
import { knownPlayer } from "../../ui/preferences.js";
import { go } from "../../ui/router.js";
import { whileSeen } from "../../ui/wait.js";
import { showMyChallenges } from "./challenges.js";

const REFRESH_INTERVAL_MS = 10000;

/** The ways into a race: with anybody who is there, with friends, by a code, or as a spectator. @param {Page} page */
export default function meetScreen({ shell, signal }) {
  shell.title(t("meetTitle"));
  const watch = h("section.plain");
  const challenges = h("section.plain", { hidden: true });
  const friends = h("section.plain.full-width", { hidden: true });
  const ownRules = lazySettingsForm(t("ownRules"), newRoomSettings(), t("createRoom"), raceFriends);
  byId("main").append(
    h(
      "div.page.two-columns.equal",
      h("h1.full-width", t("meetTitle")),
      h(
        "div.ways-in.full-width",
        way("race", t("raceNow"), t("raceNowHelp"), raceAnyone, "main"),
        way("share", t("race"), t("raceHelp"), inviteFriends, ""),
        way("you", t("groupsTitle"), t("groupsHelp"), () => go("/group"), ""),
      ),
      friends,
      stack(join(), h("section.plain", ownRules), watch),
      stack(challenges),
    ),
  );
  showRooms(watch, []);
  if (knownPlayer()) void showFriends(friends, signal);
  void showMyChallenges(challenges, signal, true);
  const update = async () => showRooms(watch, (await request("GET rooms", {}, { signal })).rooms);
  update().catch(() => {}); // a list that cannot be loaded stays as it is
  whileSeen(REFRESH_INTERVAL_MS, update, signal);
}

/** @type {(picture: string, name: string, help: string, enter: () => Promise<void>, level: string) => HTMLElement} */
const way = (picture, name, help, enter, level) =>
  h("section.felt.way", icon(picture), h("p", help), button(name, enter, `btn big ${level}`));

/** The code of a room in a text that may be its link. @param {string} text */
export const codeIn = (text) =>
  text
    .normalize("NFKC")
    .replace(/^.*\/[rw]\//s, "")
    .replace(/[?#].*/s, "")
    .replace(/[^0-9a-z]/gi, "")
    .toUpperCase();

function join() {
  const field = lineField(t("codeOrLink"), {
    required: true,
    autocapitalize: "characters",
    spellcheck: "false",
  });
  const enter = (/** @type {string} */ text) =>
    request("GET rooms/{code}", { code: codeIn(text) }).then((view) => go(`/r/${view.code}`));
  return plain(t("join"), lineForm(field, t("joinNow"), enter));
}

/** @param {Element} element @param {wire.RoomSummary[]} list */
function showRooms(element, list) {
  const alike = namesakes(list.map(hostOf));
  morph(
    element,
    h("h2", t("watch")),
    list.length
      ? h("ul.list", ...list.map((each) => roomItem(each, alike)))
      : h("p.soft", t("nothingToWatch")),
    link("/tv", t("watchTv"), "btn"),
  );
}

/** @type {(summary: wire.RoomSummary) => Named} */
const hostOf = ({ code, host, host_name }) => ({ player: host ?? code, name: host_name });

/** @type {(summary: wire.RoomSummary, alike: Set<string>) => HTMLElement} */
function roomItem(summary, alike) {
  const { code, members, racing, seats, variant } = summary;
  const facts = dotted(variantName(variant.name), `${members}/${seats}`, racing && t("racing"));
  const host = labelOf(hostOf(summary), alike) || code;
  const way = (/** @type {string} */ path, /** @type {string} */ text) => link(path, text, "btn", host);
  const join = members < seats && way(`/r/${code}`, t("joinNow"));
  return item(code, h("b", host), facts, h("span.row", way(`/w/${code}`, t("watchNow")), join));
}
