/** A tile's height is its board's and that of its caption (em). */
const CAPTION_EM = 1.75;
const GAP_EM = 0.5;
/** Less high, suits cannot be told apart; less wide, nothing remains of a name (em). */
const MIN_HEIGHT_EM = 3.5;
const MIN_WIDTH_EM = 8;

/** How tiles fill an area: their width (px), how many stand side by side, and how many fit on a page. @typedef {{ width: number, columns: number, perPage: number }} Tiling */

/**
 * The largest tiles with which `count` of them fit into an area (px); if they would be too small, the most that fit.
 * `aspect`: width by height of a board; `em`: the size of the text (px).
 * @type {(area: { width: number, height: number }, count: number, aspect: number, em: number) => Tiling}
 */
export function tiling({ width, height }, count, aspect, em) {
  const gap = GAP_EM * em;
  let best = { width: 0, columns: 1, perPage: 1 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const across = (width + gap) / columns - gap;
    const down = ((height + gap) / rows - gap - CAPTION_EM * em) * aspect;
    const fitting = Math.floor(Math.min(across, down));
    if (fitting > best.width) best = { width: fitting, columns, perPage: count };
  }
  return best.width >= leastWidth(aspect, em) ? best : smallest({ width, height }, aspect, em, gap);
}

/** @type {(area: { width: number, height: number }, aspect: number, em: number, gap: number) => Tiling} */
function smallest({ width, height }, aspect, em, gap) {
  const least = leastWidth(aspect, em);
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)));
  const across = Math.floor((width + gap) / columns - gap);
  const rows = Math.max(1, Math.floor((height + gap) / (least / aspect + CAPTION_EM * em + gap)));
  const fitting = Math.floor(Math.min(across, ((height + gap) / rows - gap - CAPTION_EM * em) * aspect));
  return { width: Math.max(1, fitting), columns, perPage: columns * rows };
}

/** @type {(aspect: number, em: number) => number} */
const leastWidth = (aspect, em) => em * Math.max(MIN_WIDTH_EM, MIN_HEIGHT_EM * aspect);
