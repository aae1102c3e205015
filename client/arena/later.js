import { arenas, groupArenas } from "../net/events.js";
import { load } from "../ui/load.js";

/** Show arenas behind a part of another page, with its look: those of a group, or the listed and the own ones. @type {(element: Element, signal: AbortSignal, group?: string) => Promise<void>} */
export async function showArenas(element, signal, group) {
  try {
    const [{ arenasSection }, found] = await Promise.all([
      load(import("./list.js"), "ui/community.css"),
      group ? groupArenas(group, signal) : arenas(signal),
    ]);
    const query = group && `?group=${encodeURIComponent(group)}`;
    if (!signal.aborted) element.after(arenasSection(found, element.className, query));
  } catch {
    // The page is of use without.
  }
}
