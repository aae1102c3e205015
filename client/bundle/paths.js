import { fileURLToPath } from "node:url";

/** The folder of the client. */
export const CLIENT = fileURLToPath(new URL("..", import.meta.url));
/** The module that starts every page. */
export const MAIN = "main.js";
