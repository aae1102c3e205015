/** The header and the buttons of a game on a phone (px). */
const AROUND_BOARD = 110;
/** A stage narrower than this, for its height, turns its board over: as in `board.css`. */
const TALL_ASPECT = 0.9;

/** Whether the board of a game would be tall on this screen, so that its rows are columns. */
export const isTallScreen = () => innerWidth < TALL_ASPECT * (innerHeight - AROUND_BOARD);
