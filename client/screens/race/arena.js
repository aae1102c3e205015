import { t } from "../../i18n/index.js";
import { now, request, self } from "../../net/api.js";
import { byId, h, morph } from "../../ui/dom.js";
import { load } from "../../ui/load.js";
import { showNav } from "../../ui/nav.js";
import { every, later } from "../../ui/timers.js";
import { organising } from "./arena-form.js";
import { header } from "./arena-header.js";
import { hosting } from "./arena-hosts.js";
import { tables } from "./arena-tables.js";
import { leftText, waitFor } from "./arenas.js";

/** @import { Page } from "../../ui/router.js" */

/** What the parts of the page are made with: what is shown, the reader, and what shows a change; the players behind the first ones as far as they were asked for, and what asks for more; what an organiser has typed and not saved. @typedef {{ arena: wire.Arena, me: string, show: (changed: wire.Arena) => void, further: wire.ArenaRow[], showFurther: () => void, draft: { name?: string, start?: string } }} Context */

const TICK_MS = 250;

/** An arena before, during and after it; or `new`, to organise one. @param {Page} page @param {string} [code] */
export default async function arenaScreen({ shell, signal }, code = "new") {
  showNav("race");
  const place = h("div.page.arena");
  byId("main").append(place);
  const player = await load(
    self(signal),
    "scores/leaderboard.css",
    "people/people.css",
    "screens/race/arena.css",
  );
  if (code === "new") {
    shell.title(t("newArena"));
    return place.append(...organising());
  }
  const first = await request("GET arenas/{arena}", { arena: code }, { signal });
  let current = first;
  /** Counts what was shown: only the last one asks again. */
  let turn = 0;
  /** @type {wire.ArenaRow[]} */
  let further = [];
  /** The cursor of the players behind them. @type {string | null | undefined} */
  let rest = null;
  const draft = {};
  const showFurther = () =>
    request("GET arenas/{arena}/table", { arena: code, after: rest ?? "" }).then(({ items, next }) => {
      further = [...further, ...items];
      rest = next;
      show(current);
    });
  const show = (/** @type {wire.Arena} */ changed) => {
    if (signal.aborted) return;
    if (state(changed) !== state(current)) further = [];
    if (!further.length) rest = changed.table_next;
    current = changed;
    const context = { arena: changed, me: player?.id ?? "", show, further, showFurther, draft };
    morph(place, header(context), ...tables(context), hosting(context));
    tick(place);
    const mine = ++turn;
    later(waitFor(changed, now()), () => mine === turn && void look(), signal);
  };
  const look = async () =>
    show(
      document.hidden
        ? current
        : await request("GET arenas/{arena}", { arena: code }, { signal }).catch(() => current),
    );
  shell.title(first.name || t(first.form === "cup" ? "cup" : "arena"));
  show(first);
  every(TICK_MS, () => tick(place), signal);
  document.addEventListener("visibilitychange", () => !document.hidden && void look(), { signal });
}

/** What decides the order of the players. @param {wire.Arena} arena */
const state = ({ begun = [], players }) => `${players} ${begun.filter(({ ended_at }) => ended_at).length}`;

/** Let the clocks on the page run. @param {HTMLElement} place */
function tick(place) {
  for (const clock of place.querySelectorAll("[data-until]"))
    clock.textContent = leftText(Number(clock.getAttribute("data-until")) - now());
}
