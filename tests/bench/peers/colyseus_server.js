// node colyseus_server.js PORT [POSTGRES_URL]
// A room for each player, as in the documentation of Colyseus: the state is a schema, which is sent in patches, and a
// move is answered by a message. With a database, a move is stored before it is answered.

import { Room, Server } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import pg from "pg";
import { opening, play } from "./rules.js";

const [port, databaseUrl] = process.argv.slice(2);
const pool = databaseUrl ? new pg.Pool({ connectionString: databaseUrl }) : null;
await pool?.query("CREATE TABLE played (game text, n integer, action text, PRIMARY KEY (game, n))");
const APPEND = { name: "append", text: "INSERT INTO played VALUES ($1, $2, $3)" };

const Game = schema({ cells: t.array("int8") });

class GameRoom extends Room {
  maxClients = 1;

  onCreate() {
    this.state = new Game();
    this.state.cells.push(...opening());
    this.last = 0;
    this.onMessage("move", (client, message) => this.#move(client, message));
  }

  async #move(client, { n, card, to }) {
    if (n !== this.last + 1 || !play(this.state.cells, card, to)) return client.error(4000, "illegal move");
    this.last = n;
    await pool?.query({ ...APPEND, values: [this.roomId, n, `${card}@${to}`] });
    client.send("moved", { n });
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("game", GameRoom);
await server.listen(Number(port));
console.log(`listens on http://127.0.0.1:${port}/`);
