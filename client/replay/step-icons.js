import { addIcons } from "../ui/icons.js";

/** One step back and one on: only replays and puzzles have them. */
addIcons({ back: "m15 6-6 6 6 6", on: "m9 6 6 6-6 6" });
