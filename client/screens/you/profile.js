import { dotted, t, timeText, variantName } from "../../i18n/index.js";
import { self as currentSelf, now, request } from "../../net/api.js";
import { avatar } from "../../people/avatars.js";
import { followButton, isFriend, loadFollowed } from "../../people/follow.js";
import { nameForm } from "../../people/name-form.js";
import { playerColours, playerTag } from "../../people/names.js";
import { personButton, reportButton } from "../../people/person.js";
import { newRoomWith } from "../../room/friends.js";
import { formPanel } from "../../scores/form.js";
import { yearPanel } from "../../scores/year.js";
import { ownTimeZone } from "../../ui/browser.js";
import { addDays, dayHere, revealAt } from "../../ui/dates.js";
import { openDialog } from "../../ui/dialog.js";
import { button, byId, h, link } from "../../ui/dom.js";
import { localDateText, localDayText, numberText, percentText } from "../../ui/format.js";
import { load } from "../../ui/load.js";
import { showNav } from "../../ui/nav.js";
import { filledLater, panel, row, stack } from "../../ui/parts.js";
import { refresh } from "../../ui/router.js";
import { showMyFriends } from "./friends.js";
import { gamesWithFilters } from "./games.js";

/** The page of a player that everyone may see; on the own page, also the actions of its owner. @param {Page} page @param {string} id @param {string} [vs] whether it is compared with `other` @param {string} [other] */
export default async function profileScreen({ shell, signal }, id, vs = "", other = "") {
  if (vs) return (await import("./head-to-head.js")).default({ shell, signal }, id, other);
  if (id === "admin") return (await import("./admin.js")).default(shell);
  const place = h("div.page.two-columns");
  byId("main").append(place);
  const self = await load(currentSelf(signal), "people/people.css");
  if (id === "me" && !self) return showVisitor(shell, place, signal);
  const whose = id === "me" ? (self?.id ?? "") : id;
  const [page, met] = await Promise.all([
    request("GET players/{id}", { id: whose, zone: ownTimeZone() }, { signal }),
    request("GET players/{id}/vs", { id: whose }, { signal }).catch(() => ({ items: [] })), // the page is of use without
  ]);
  const isMe = page.id === self?.id;
  // An address that can be shared.
  if (id === "me") history.replaceState(null, "", `/p/${page.id}`);
  showNav(isMe ? "you" : "");
  shell.title(page.name);
  place.replaceChildren(...parts(page, met.items, isMe ? self : null, signal));
  if (!isMe) place.querySelector("header")?.append(await between(self?.id, page));
}

/** The actions between the player and another one: to follow, which a scanned link asks first, to race, to compare. @type {(me: string | undefined, page: wire.PlayerPage) => Promise<HTMLElement>} */
async function between(me, { id, name }) {
  await loadFollowed();
  const level = location.search === "?follow" ? "btn main big" : "btn";
  return row(
    followButton({ player: id, name }, t("followName", { name }), level),
    isFriend(id) && button(t("inviteToRace"), () => newRoomWith(id), "btn main"),
    me && link(`/p/${me}/vs/${id}`, t("headToHead", { name }), "btn"),
  );
}

/** The own page of a visitor: there is no player yet. @type {(shell: Page["shell"], place: HTMLElement, signal: AbortSignal) => void} */
function showVisitor(shell, place, signal) {
  showNav("you");
  shell.title(t("yourPage"));
  place.append(
    h(
      "section.panel.full-width",
      h("h1", t("yourPage")),
      h("p", t("nothingStored")),
      h("h2", t("yourName")),
      nameForm(signal),
      h(
        "p.row",
        link("/", t("daily"), "btn main"),
        button(t("moveHere"), () => shell.openSettings(true)),
      ),
    ),
  );
}

/** @type {(page: wire.PlayerPage, rivals: wire.Rivalry[], self: wire.Me | null, signal: AbortSignal) => HTMLElement[]} */
function parts(page, rivals, self, signal) {
  const friends = h("section.panel", { hidden: true });
  if (self) showMyFriends(friends, self, signal).catch(() => {}); // the page is of use without
  return [
    header(page, !!self),
    stack(
      yearPanel(page.calendar, page.streak, self ? dayHere(now()) : lastRevealed()),
      formPanel(page),
      figures(page),
      opened(t("moreStats"), async () => (await import("./stats.js")).moreStats(page)),
    ),
    stack(
      panel(t("gamesPlayed"), ...gamesWithFilters(page.id, rivals, signal)),
      rivals.length > 0 &&
        panel(t("headToHeads"), h("ul.list", ...rivals.map((each) => rivalRow(page.id, each)))),
      page.achievements.length > 0 && achievements(page),
      self && friends,
      self &&
        opened(
          t("settingsAndDevices"),
          async () => [(await import("./account.js")).account(self)],
          !!self.recovery_waits_until,
        ),
    ),
  ];
}

/** The last day of which others know who has played it. */
function lastRevealed() {
  let day = dayHere(now());
  while (revealAt(day) > now()) day = addDays(day, -1);
  return day;
}

/** A part that is loaded when its summary is pressed. @param {string} title @param {() => Promise<HTMLElement[]>} make @param {boolean} [open] */
function opened(title, make, open = false) {
  const place = stack();
  const element = h("details.panel", { open }, h("summary", title), place);
  return filledLater(element, async () => place.replaceChildren(...(await make())));
}

/** @type {(page: wire.PlayerPage, isMe: boolean) => HTMLElement} */
const header = ({ id, name, created_at, streak }, isMe) =>
  h(
    "header.full-width.you",
    avatar(name, playerColours([id]).get(id) ?? 0),
    h(
      "div.grow",
      h(
        "h1",
        isMe ? h("bdi", name) : personButton({ player: id, name }, name, {}),
        playerTag(id),
        isMe && h("span.soft", ` ${t("you")}`),
      ),
      h(
        "p.soft.row",
        dotted(
          streak.days > 0 && t("daysInARow", { n: streak.days }),
          t("since", { date: localDayText(created_at) }),
        ),
        !isMe && reportButton(name, { player: id }),
      ),
    ),
    isMe &&
      button(t("rename"), () =>
        openDialog(t("yourName"), nameForm()).addEventListener("close", () => refresh()),
      ),
  );

/** @type {(page: wire.PlayerPage) => HTMLElement} */
function figures({ games, wins, statistics, streak }) {
  const fastest = statistics.filter(({ best_time_ms }) => best_time_ms).sort((a, b) => b.games - a.games)[0];
  return h(
    "dl.figures",
    fastest &&
      figure(timeText(fastest.best_time_ms ?? 0), t("bestIn", { variant: variantName(fastest.variant) })),
    figure(games ? percentText(wins, games) : "–", t("winRate")),
    figure(numberText(games), t("rankedGames")),
    figure(numberText(streak.longest), t("streakLongest")),
  );
}

/** @type {(number: Child, text: string) => HTMLElement} */
const figure = (number, text) => h("div", h("dd.figure", number), h("dt.small.soft", text));

/** The score of a player against a person; all their games are one tap away. @type {(id: string, rival: wire.Rivalry) => HTMLElement} */
const rivalRow = (id, { player, name, races, wins, losses, ended_at }) =>
  h(
    "li",
    h(
      "a.game",
      { href: `/p/${id}/vs/${player}` },
      avatar(name, playerColours([player]).get(player) ?? 0),
      h(
        "span.grow",
        h("b", h("bdi", name)),
        h("small.soft", dotted(t("racesTogether", { n: races }), localDateText(ended_at))),
      ),
      h("span.figure", `${numberText(wins)} : ${numberText(losses)}`),
    ),
  );

/** @type {(page: wire.PlayerPage) => HTMLElement} */
const achievements = ({ achievements: all }) =>
  panel(
    t("achievements"),
    h(
      "ul.medals",
      ...all.map(({ name, game, reached_at }) =>
        h("li", link(`/g/${game}`, t(`a_${name}`), { class: "medal", title: localDayText(reached_at) })),
      ),
    ),
  );
