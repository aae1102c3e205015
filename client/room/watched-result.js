import { load } from "../ui/load.js";
import { nextButtons } from "./start-buttons.js";

/** @import { PhaseContext } from "./screen.js" */
/** A result on the page of a broadcast. @typedef {{ element: HTMLElement, render: () => void }} WatchedResult */

/** Load what shows the result of a race under its broadcast. Who sits out gets the way to the next race with it. @returns {Promise<(room: PhaseContext) => WatchedResult>} */
export async function loadResult() {
  const { Result } = await load(import("./result.js"), "race/grid.css", "room/result.css");
  return (room) => {
    const { replica, seeds } = room.session;
    const result = new Result(replica, seeds, room.signal);
    const render = () => result.render(replica.sitsOut ? () => nextButtons(room) : undefined);
    return { element: result.element, render };
  };
}
