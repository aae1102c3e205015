import { t } from "../i18n/index.js";
import { newStorm } from "../net/puzzles.js";
import { go } from "../ui/router.js";

/** @import { PhaseContext } from "../room/screen.js" */

/** Begin a storm, and ask everybody in the room to play its puzzles, too. @param {PhaseContext} room */
export async function stormTogether({ code, session, signal }) {
  const { id } = await newStorm(signal);
  session.send({ t: "say", text: t("stormInvite"), storm: id });
  await go(`/puzzles/storm/${id}?room=${code}`);
}
