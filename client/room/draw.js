import { spaced, t } from "../i18n/index.js";
import { openDialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { stack } from "../ui/parts.js";

const NO_SEED = "0".repeat(32);

/** Who has drawn the deal of a race, or why it was chosen. @type {(replica: RoomReplica, mine?: string) => string} */
export function drawText({ daily, race, room, you }, mine) {
  if (!race?.reveal || !room) return "";
  const { origin, seeds = [] } = race.reveal;
  const verifiable = t("verifiable");
  if (origin !== "drawn" || room.ghost || daily)
    return `${t(whyChosen(race.reveal, room), { code: race.reveal.code })} ${verifiable}`;
  const n = seeds.filter((seed) => seed !== NO_SEED).length;
  const by = t(n ? "drawnBy" : "drawnAlone", { code: race.reveal.code, n });
  const seat = race.seats.findIndex(({ player }) => player === you?.id);
  const own = mine && seat >= 0 ? t(seeds[seat] === mine ? "seedIsIn" : "seedIsOther") : "";
  return spaced(by, own, verifiable);
}

/** @typedef {"chosenGhost" | "chosenDaily" | "chosenCertified" | "chosenByHost"} Why */

/** The text that says why a deal was not drawn for this race. @type {(reveal: wire.Reveal, room: wire.RoomView) => Why} */
function whyChosen({ line }, { event, ghost }) {
  if (ghost) return "chosenGhost";
  if (event?.kind === "daily") return "chosenDaily";
  return line ? "chosenCertified" : "chosenByHost";
}

/** Show what the room has committed to for its next race, and what that means. @param {wire.RoomView} room */
export const openDraw = ({ commitment, seeds = 0 }) =>
  openDialog(
    t("fingerprint", { code: "" }),
    stack(h("p", t("fingerprintHelp")), h("p.code", commitment), h("p", t("seedsIn", { n: seeds }))),
  );
