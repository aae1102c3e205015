import { load } from "../ui/load.js";

/** Load the panel of the audience, with what it needs. */
export const loadPanel = () =>
  load(import("./panel.js"), "room/chat.css", "audience/audience.css", "audience/reactions.css");
