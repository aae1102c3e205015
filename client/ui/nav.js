import { t } from "../i18n/index.js";
import { byId, h, icon, morph } from "./dom.js";
import "./icons.js";

/** @typedef {"play" | "race" | "boards" | "you"} Place */

/** Where each place of the navigation leads. @type {{ [place in Place]: string }} */
const PLACES = { play: "/", race: "/race", boards: "/boards", you: "/p/me" };
/** Where a page belongs, by the first part of its path, if that is not a place itself. @type {{ [first: string]: string }} */
const BELONGS = { "": "play", d: "play", daily: "play", how: "play", puzzles: "play", r: "race", w: "race" };

const nav = h("nav", { id: "nav" });
const narrow = matchMedia("(max-width: 640px)");
narrow.onchange = keepInPlace;

/** Show the navigation, and mark the place that the page belongs to. @param {string | null} [place] */
export function showNav(place) {
  const first = location.pathname.split("/")[1];
  const current = place ?? BELONGS[first] ?? first;
  nav.setAttribute("aria-label", t("pages"));
  const places = /** @type {Place[]} */ (Object.keys(PLACES));
  morph(nav, ...places.map((each) => item(each, each === current)));
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
