// Made from the server's messages by `python -m tests.client.wire_types`.

export const PROTOCOL = 1;

/** The settings that a room leaves out. */
export const DEFAULTS = {
  seats: 8,
  limit_minutes: 20,
  lap_s: 30,
  away_s: 60,
  boards_open: false,
  spectator_delay_s: 0,
  hints: false,
  code: null,
  certified: false,
  listed: false,
  locked: false,
  audience: "open",
  best_of: 1,
  teams: 0,
  team_scores: 0,
};

/** Those that are on or off; the texts `s_NAME` say what they are. */
export const SWITCHES = /** @type {const} */ (["boards_open", "hints", "certified", "listed", "locked"]);
