import { read, write } from "../preferences/preferences.js";

const PLAYER = "gaprace.player";

/** @typedef {{ id: string, name: string, seen?: number }} KnownPlayer whose browser this is; `seen`: when the recovery code takes over that its owner has seen */

/** The player that this browser belonged to when it was last looked. @type {() => KnownPlayer | null} */
export const knownPlayer = () => read(PLAYER);

/** @type {(player: { id: string, name: string } | null) => void} */
export function keepPlayer(player) {
  const known = knownPlayer();
  const seen = known?.id === player?.id ? known?.seen : undefined;
  write(PLAYER, player && { id: player.id, name: player.name, seen });
}

/** The owner knows of a recovery code that takes over at a time. @type {(until: number) => void} */
export const markSeen = (until) => write(PLAYER, { ...knownPlayer(), seen: until });
