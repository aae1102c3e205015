import { preferences } from "./preferences.js";
/** @typedef {"move" | "lock" | "row" | "refused" | "shuffle" | "tick" | "go" | "overtook" | "overtaken" | "won"} SoundName */

/** Play a sound, if sounds are on and it can be had. Off, too, where animations are off. @param {SoundName} name */
export async function sound(name) {
  if (preferences.sound === "off" || preferences.motion === "off") return;
  (await import("./voices.js").catch(() => null))?.playVoices(name);
}
