import { BoardThumbnail } from "../../board/thumbnail.js";
import { t, timeText } from "../../i18n/index.js";
import { game } from "../../net/play.js";
import { parseBoard } from "../../rules/board.js";
import { verifyRecord } from "../../rules/record.js";
import { DEFAULT_VARIANT, parseVariant } from "../../rules/variants.js";
import { button, byId, h, link } from "../../ui/dom.js";
import { lineField, lineForm } from "../../ui/fields.js";
import { row } from "../../ui/parts.js";
import { toastError } from "../../ui/say.js";

/** Verify the record of a game, in this browser alone. @param {Page} page */
export default function verifyScreen({ shell, signal }) {
  shell.title(t("verify"));
  const field = h("textarea.record", {
    dir: "ltr",
    "aria-label": t("record"),
    placeholder: `{"variant": "${DEFAULT_VARIANT}", "code": ...`,
    spellcheck: "false",
  });
  const id = lineField(t("gameId"), { required: true });
  const answer = h("div.stack", { role: "status" });
  const check = () => answer.replaceChildren(...verdict(field.value, signal));
  const paste = (/** @type {unknown} */ record) => {
    field.value = JSON.stringify(record, null, 1);
    check();
  };
  const fetchRecord = async () => paste((await game(id.value.trim().replace(/^.*\/g\//, ""), signal)).record);
  const read = (/** @type {FileList | null | undefined} */ files) =>
    files?.[0]?.text().then((text) => {
      field.value = text;
      check();
    });
  const file = h("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    onchange: () => read(file.files),
  });
  const panel = h(
    "section.panel",
    h("h1", t("verify")),
    h("p.soft", t("verifyHelp")),
    lineForm(id, t("fetch"), fetchRecord),
    field,
    row(
      button(t("check"), check, "btn main"),
      button(t("file"), () => file.click()),
      file,
    ),
    answer,
  );
  panel.ondragover = (event) => event.preventDefault();
  panel.ondrop = (event) => {
    event.preventDefault();
    void read(event.dataTransfer?.files);
  };
  byId("main").append(h("div.page", panel, h("p", link("/how", t("how")))));
  id.value = new URLSearchParams(location.search).get("game") ?? "";
  if (id.value) fetchRecord().catch(toastError);
}

/** @type {(text: string, signal: AbortSignal) => HTMLElement[]} */
function verdict(text, signal) {
  /** @type {any} */
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return [h("p.bad", t("notJson"))];
  }
  const record = data?.record ?? data;
  const found = verifyRecord(record);
  if (!found.ok)
    return [
      h("h2.bad", `✗ ${t("disproved")}`),
      h("p", found.error.message),
      h("p.soft", found.error.at ? t("atAction", { n: found.error.at }) : ""),
    ];
  /** Where the deal code comes from. @type {"drawn" | "chosen" | "daily"} */
  const kind = record.origin.split("/")[0];
  const thumbnail = new BoardThumbnail(signal);
  thumbnail.element.classList.add("proof");
  thumbnail.show(parseBoard(found.board, parseVariant(record.variant)));
  return [
    h("h2", `✓ ${t("proved")}`),
    h("ul.stack", ...[t("proof1"), t(`proof2_${kind}`), t("proof3")].map((line) => h("li", `✓ ${line}`))),
    h(
      "p",
      t(found.won ? "outcomeWon" : "outcome", {
        locked: found.locked,
        score: found.score,
        moves: found.moves,
        shuffles: found.shuffles,
        time: timeText(found.time_ms),
      }),
    ),
    thumbnail.element,
  ];
}
