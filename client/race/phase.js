/**
 * A phase of the room's life on the screen; it ends with the signal of its context.
 * @typedef {{ element: HTMLElement, title: string, isFixed: boolean, update: (event?: wire.Event) => void }} Phase
 */
/**
 * The properties that a phase gets from its room.
 * @typedef {{
 *   code: string, isSpectator: boolean, session: RoomSession, shell: Shell,
 *   signal: AbortSignal,  // of the phase
 *   deals: wire.VariantChoice,  // the rules of the game that begins at once, if one does
 *   chat: HTMLElement,  // where the chat is; it is loaded when it is needed
 *   linger: () => void,  // lets the last board stay for a moment
 *   openLobby: (wants: boolean) => void,  // between races: the lobby, or the result
 *   startNext: () => void,  // starts the next race of a solo room as soon as this one has ended
 * }} PhaseContext
 */
/** @typedef {"deck" | "finding" | "lobby" | "race" | "result" | "spectate"} PhaseKind */

/**
 * Which phase of its life a room shows: the own race; all games of a race that is not, or no longer, the own one; the
 * people in a quick room that waits; the result of the own race until the lobby is wanted; the lobby otherwise.
 * A player who sits out watches like a spectator until then.
 * @type {(replica: Pick<RoomReplica, "race" | "room" | "seats" | "you" | "ownStanding" | "sitsOut">,
 *   own: { isOver: boolean, isSpectator: boolean, lingers: boolean, wantsLobby?: boolean }) => PhaseKind}
 */
export function phaseOf(
  { race, room, seats, you, ownStanding, sitsOut },
  { isOver, isSpectator, lingers, wantsLobby = !ownStanding && !sitsOut },
) {
  const isOn = race && (!race.standings || lingers);
  const plays = you?.seated && seats.some(({ player }) => player === you.id);
  if (isOn && plays && (lingers || !isOver)) return "race";
  if (isSpectator || isOn || (sitsOut && race && !wantsLobby)) return "spectate";
  if (room?.fills_at) return "finding";
  return race && !wantsLobby ? "result" : "lobby";
}
