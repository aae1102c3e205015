// node boardgame_server.js PORT [POSTGRES_URL]
// A match for each player, as in the documentation of boardgame.io: the server runs each move on its state, stores the
// state, and sends it to everyone in the match.

import { createRequire } from "node:module";
import { GAP, opening, play } from "./rules.js";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");
const [port, databaseUrl] = process.argv.slice(2);

const game = {
  name: "game",
  setup: () => ({ cells: opening() }),
  moves: { play: ({ G }, card, to) => (play(G.cells, card, to) ? undefined : INVALID_MOVE) },
  endIf: ({ G }) => !G.cells.includes(GAP),
};
const db = databaseUrl
  ? new (require("bgio-postgres").PostgresStore)(databaseUrl, { logging: false })
  : undefined;
const server = Server({ games: [game], db, origins: ["*"] });
await server.run({ port: Number(port), callback: () => {} });
console.log(`listens on http://127.0.0.1:${port}/`);
