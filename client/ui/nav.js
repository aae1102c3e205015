import { t } from "../i18n/index.js";
import { byId, h, icon, morph } from "./dom.js";
import "./icons.js";

/** @typedef {"play" | "race" | "boards" | "you"} Place */

/** Where each place of the navigation leads. @type {{ [place in Place]: string }} */
const PLACES = { play: "/", race: "/race", boards: "/boards", you: "/p/me" };
/** The pages of each place, by the first part of their paths. @type {{ [place in Place]: string[] }} */
const PAGES = {
  play: ["", "commitments", "d", "daily", "how", "puzzles", "verify"],
  race: ["arena", "challenge", "r", "race", "w"],
  boards: ["boards"],
  you: ["device", "group"],
};

const nav = h("nav", { id: "nav" });
const narrow = matchMedia("(max-width: 640px)");
narrow.onchange = keepInPlace;

/** Show the navigation, and mark the place that the page belongs to. @param {string | null} [place] if not that of the address */
export function showNav(place) {
  const first = location.pathname.split("/")[1];
  nav.setAttribute("aria-label", t("pages"));
  const places = /** @type {Place[]} */ (Object.keys(PLACES));
  morph(
    nav,
    ...places.map((each) => item(each, place == null ? PAGES[each].includes(first) : each === place)),
  );
  keepInPlace();
}

/** @type {(place: Place, isCurrent: boolean) => HTMLElement} */
const item = (place, isCurrent) =>
  h(
    "a",
    { href: PLACES[place], "aria-current": isCurrent && "page" },
    icon(place),
    h("span", t(`n_${place}`)),
  );

/** Where the eye and the keyboard come to it: after the page on a phone, else in the header. */
function keepInPlace() {
  if (narrow.matches) document.body.append(nav);
  else byId("top").querySelector(".brand")?.after(nav);
}
