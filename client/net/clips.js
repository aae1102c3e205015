/** @typedef {{ games: string[], from: number, to: number, length: number, format: string }} ClipChoice `from`, `to`: ms since the start of the games; `length`: seconds */

/** Where a clip is. @type {(choice: ClipChoice) => string} */
export const clipPath = ({ games, from, to, length, format }) =>
  `/api/clips/${format}?${new URLSearchParams({
    games: games.join(","),
    from: `${from}`,
    to: `${to}`,
    length: `${length}`,
  })}`;
