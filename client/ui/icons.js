import { s } from "./dom.js";

/** The icons of the pages, 24 units wide, drawn with lines; `index.html` has those that a race needs. */
const PATHS = {
  play: "M9 4h10v14H9zM9 7 4 8l3 12 6-2",
  daily: "M4 6h16v14H4zM4 11h16M8 3v5m8-5v5",
  race: "M5 21V4h14l-3 5 3 5H5",
  boards: "M8 4h8v6a4 4 0 0 1-8 0zM8 6H4q0 5 4 5m8-5h4q0 5-4 5m-4 3v6m-4 0h8",
  you: "M8 8a4 4 0 1 0 8 0 4 4 0 0 0-8 0zM4 21q0-6 8-6t8 6",
  start: "M8 5v14l11-7z",
  share: "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8",
  help: "M9 9a3 3 0 1 1 4 3q-1 .5-1 2m0 4h.01M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0z",
  picture: "M4 5h16v14H4zm0 11 5-5 7 6M15 9h.01",
  bot: "M5 9h14v10H5zM12 9V4M9 14h.01M15 14h.01",
};

/** Add icons to the page: an SVG path by name. @param {{ [name: string]: string }} paths */
export function addIcons(paths) {
  for (const [name, d] of Object.entries(paths)) {
    const symbol = s("symbol", { id: `icon-${name}`, viewBox: "0 0 24 24" }, s("path", { d }));
    document.querySelector("body > svg")?.append(symbol);
  }
}

addIcons(PATHS);
