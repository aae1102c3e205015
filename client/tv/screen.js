import { t } from "../i18n/index.js";
import { byId } from "../ui/dom.js";
import { load } from "../ui/load.js";

/** @import { Page } from "../ui/router.js" */

/** Television: the most interesting race now, else a close one of the past, for a large screen. @param {Page} page */
export default async function tvScreen({ shell, signal }) {
  const { Television } = await load(
    import("./television.js"),
    "ui/page.css",
    "board/board.css",
    "board/watched.css",
    "broadcast/broadcast.css",
    "broadcast/surroundings.css",
    "tv/tv.css",
  );
  if (signal.aborted) return;
  shell.title(t("tvTitle"));
  byId("main").append(new Television(signal).element);
}
