import { t } from "../../i18n/index.js";
import { playerName } from "../../people/names.js";
import { confirmed, sureButton } from "../../ui/dialog.js";
import { begins, button, h } from "../../ui/dom.js";
import { labelled, lineInput } from "../../ui/forms.js";
import { row } from "../../ui/parts.js";
import { act, localText, MAX_NAME_LENGTH, MINUTE_MS } from "./arenas.js";

/** @import { Context } from "./arena.js" */

/** The controls of those who run an arena; nothing for the others. @param {Context} context */
export function hosting(context) {
  const { cohosts = [], may } = context.arena;
  if (!may) return false;
  return h(
    "details.panel.arena-hosts",
    { "data-key": "hosts" },
    h("summary", t("runArena")),
    form(context),
    cohosts.length > 0 && h("p", `${t("cohosts")} ${cohosts.map(({ name }) => playerName(name)).join(", ")}`),
    people(context),
  );
}

/** The name, and until the start when that is. @param {Context} context */
function form(context) {
  const { name, phase, starts_at } = context.arena;
  const { draft } = context;
  const isBefore = phase === "before";
  // The page asks again and again: a typed text stays until it is saved.
  const field = lineInput("name", {
    maxlength: MAX_NAME_LENGTH,
    value: draft.name ?? name,
    oninput: (/** @type {any} */ event) => Object.assign(draft, { name: event.target.value }),
  });
  const start = h("input", {
    type: "datetime-local",
    required: true,
    value: draft.start ?? localText(starts_at - (starts_at % MINUTE_MS)),
    oninput: (/** @type {any} */ event) => Object.assign(draft, { start: event.target.value }),
  });
  const send = () => {
    const at = isBefore && draft.start ? new Date(draft.start).getTime() : null;
    const values = { name: draft.name ?? name, starts_at: at };
    return act(context, "PATCH arenas/{arena}", values).then(() => {
      draft.name = draft.start = undefined;
    });
  };
  return h(
    "form.stack",
    { onsubmit: begins(send), "data-key": "form" },
    labelled(t("arenaName"), field),
    isBefore && labelled(t("arenaStart"), start),
    row(h("button.btn", t("saveArena")), ...steps(context)),
  );
}

/** @type {(context: Context) => Child[]} */
function steps(context) {
  const { phase } = context.arena;
  if (phase === "before")
    return [button(t("arenaStartNow"), () => act(context, "POST arenas/{arena}/start"), "btn")];
  const end = () => act(context, "POST arenas/{arena}/end");
  return phase === "running" ? [sureButton(t("endArena"), t("endArenaSure"), end, "btn quiet")] : [];
}

/** The players, and those who were removed, each with the actions on them. @param {Context} context */
function people(context) {
  const { cohosts = [], may, player: organiser, removed = [], table = [] } = context.arena;
  const isCohost = new Set(cohosts.map(({ player }) => player));
  const gone = new Set(removed.map(({ player }) => player));
  const there = [...table, ...context.further].filter(
    ({ player }) => player !== organiser && !isCohost.has(player) && !gone.has(player),
  );
  return h(
    "ul.arena-people",
    ...(may === "lead" ? cohosts : []).map((each) => person(each, role(context, each, "noCohost", "player"))),
    ...there.map((each) =>
      person(
        each,
        may === "lead" && role(context, each, "arenaCohost", "cohost"),
        role(context, each, "removePlayer", "removed"),
      ),
    ),
    ...removed.map((each) => person(each, role(context, each, "letBackIn", "player"))),
  );
}

/** @type {(member: { name: string, player: string }, ...steps: Child[]) => HTMLElement} */
const person = ({ name, player }, ...steps) =>
  h("li", { "data-key": player }, h("span.grow", playerName(name)), ...steps);

/** @type {(context: Context, member: { name: string, player: string }, label: "noCohost" | "arenaCohost" | "removePlayer" | "letBackIn", role: "player" | "cohost" | "removed") => HTMLElement} */
function role(context, { name, player }, label, role) {
  const give = async () => {
    if (role !== "removed" || (await confirmed(t("removePlayerSure", { name }), t("removePlayer"))))
      await act(context, "PUT arenas/{arena}/players/{player}", { player, role });
  };
  return button(t(label), give, "btn quiet", playerName(name));
}
