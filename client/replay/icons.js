import { addIcons } from "../ui/icons.js";

/** To the start, one step back and one on, and a stop: icons of recordings and lines alone. */
addIcons({
  back: "m15 6-6 6 6 6",
  on: "m9 6 6 6-6 6",
  first: "m18 6-6 6 6 6M7 6v12",
  pause: "M8 5v14m8-14v14",
});
