import { arenas, groupArenas } from "../net/arenas.js";
import { load } from "../ui/load.js";

/** Show arenas behind a part of another page: those of a group, or the listed and the own ones. @type {(element: Element, signal: AbortSignal, group?: string) => Promise<void>} */
export async function showArenas(element, signal, group) {
  try {
    const [{ arenasSection }, found] = await Promise.all([
      load(import("./list.js"), "arena", "pages", "today", "ui/community.css"),
      group ? groupArenas(group, signal) : arenas(signal),
    ]);
    if (!signal.aborted) element.after(arenasSection(found, group && `?group=${encodeURIComponent(group)}`));
  } catch {
    // The page is of use without.
  }
}
