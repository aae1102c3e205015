/** All that a game alone needs, in one: it is on its way while the server opens the room. */
import "../board/deck.js";
import "../race/predicted-game.js";
import "../race/screen.js";
import "./screen.js";
