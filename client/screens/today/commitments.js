import { t, variantName } from "../../i18n/index.js";
import { request } from "../../net/api.js";
import { byId, h, link } from "../../ui/dom.js";
import { shortDayText } from "../../ui/format.js";
import { note, panelPage } from "../../ui/parts.js";
import { table } from "../../ui/table.js";

/** The commitments to the dailies of the next 30 days, to be copied and kept. @param {Page} page */
export default async function commitmentsScreen({ shell, signal }) {
  shell.title(t("fingerprints"));
  const found = await request("GET dailies/commitments", {}, { signal });
  byId("main").append(
    panelPage(
      t("fingerprints"),
      h("p", t("fingerprintsHelp")),
      note(t("bandHelp")),
      h("p.row", h("a.btn", { href: "/api/v1/dailies/commitments" }, t("forPrograms"))),
      commitmentsTable(found.commitments),
    ),
  );
}

/** @type {(rows: wire.Commitment[]) => HTMLElement} */
const commitmentsTable = (rows) =>
  table(
    [
      {
        head: t("daily"),
        class: "text",
        isRowHead: true,
        cell: ({ date, variant }) => [link(`/daily/${date}`, shortDayText(date)), " ", variantName(variant)],
      },
      { head: t("commitment"), class: "text", cell: ({ commitment }) => h("span.code", commitment) },
      { head: t("band"), class: "text", cell: ({ band }) => band?.replace("-", "–") ?? "–" },
    ],
    rows,
  );
