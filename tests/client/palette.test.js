import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

/** @typedef {[number, number, number]} Triple of a colour, in whichever space */

/** The least difference (CIEDE2000) of two things that colour alone would tell apart. */
const MIN_DELTA_E = 20;
const SUITS = [0, 1, 2, 3];

/**
 * How linear sRGB is seen, row by row: Machado, Oliveira and Fernandes 2009, "A Physiologically-based Model for
 * Simulation of Color Vision Deficiency", table 1, severity 1.0.
 * @type {{ [name: string]: [Triple, Triple, Triple] }}
 */
const VISION = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** From linear sRGB to XYZ (IEC 61966-2-1), and the white of D65. @type {[Triple, Triple, Triple]} */
const XYZ = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE = [0.95047, 1, 1.08883];

/** @type {(rows: [Triple, Triple, Triple], [x, y, z]: Triple) => Triple} */
const times = (rows, [x, y, z]) =>
  /** @type {Triple} */ (rows.map(([a, b, c]) => Math.min(1.1, Math.max(0, a * x + b * y + c * z))));

/** @type {(hex: string) => Triple} */
const linear = (hex) =>
  /** @type {Triple} */ (
    [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
  );

/** CIELAB of a colour as it is seen. @type {(hex: string, vision: string) => Triple} */
function lab(hex, vision) {
  const seen = times(VISION[vision], linear(hex));
  const [x, y, z] = times(XYZ, seen).map((each, i) => cube(each / WHITE[i]));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** @param {number} t */
const cube = (t) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);

const DEGREE = Math.PI / 180;
/** @type {(y: number, x: number) => number} */
const hue = (y, x) => (Math.atan2(y, x) / DEGREE + 360) % 360;

/**
 * CIEDE2000: Sharma, Wu and Dalal 2005, "The CIEDE2000 Color-Difference Formula".
 * @type {(one: Triple, other: Triple) => number}
 */
function deltaE([l1, a1, b1], [l2, a2, b2]) {
  const mean7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const stretch = 1.5 - 0.5 * Math.sqrt(mean7 / (mean7 + 25 ** 7));
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const [h1, h2] = [hue(b1, a1 * stretch), hue(b2, a2 * stretch)];
  const turn = Math.abs(h1 - h2) > 180 ? 360 : 0;
  const hasHues = c1 * c2 > 0;
  const dh = hasHues ? h2 - h1 + (h2 > h1 ? -turn : turn) : 0;
  const h = hasHues ? (h1 + h2 + (h1 + h2 < 360 ? turn : -turn)) / 2 : h1 + h2;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const cos = (/** @type {number} */ degrees) => Math.cos(degrees * DEGREE);
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const light = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const chroma = (c2 - c1) / (1 + 0.045 * c);
  const tone = (2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * DEGREE)) / (1 + 0.015 * c * t);
  const rotation =
    -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(60 * DEGREE * Math.exp(-(((h - 275) / 25) ** 2)));
  return Math.sqrt(light ** 2 + chroma ** 2 + tone ** 2 + rotation * chroma * tone);
}

const css = ["ui/base.css", "board/thumbnail.css"]
  .map((path) => readFileSync(new URL(`../../client/${path}`, import.meta.url), "utf8"))
  .join("\n");

/** The value of a CSS variable in the block of a selector. @type {(name: string, selector: string) => string | undefined} */
function declared(name, selector) {
  const block = css.slice(css.indexOf(`${selector} {`)).split("}")[0];
  return block.match(new RegExp(`--${name}: (.+);`))?.[1];
}

/** A colour as it is in the end. @type {(name: string, scheme: "light" | "dark", suits: "4" | "2") => string} */
function colour(name, scheme, suits) {
  const own = suits === "2" ? declared(name, '[data-suits="2"]') : undefined;
  const value = own ?? declared(name, ":root") ?? declared(name, ".thumbnail") ?? "";
  const [, light, dark] = value.match(/light-dark\((.+), (.+)\)/) ?? [];
  const chosen = { light: light ?? value, dark: dark ?? value }[scheme];
  const referred = chosen.match(/var\(--(.+)\)/)?.[1];
  return referred ? colour(referred, scheme, suits) : chosen;
}

/** Every two of some colours must differ, for all kinds of colour vision. @param {string[]} colours @param {string} where */
function areToldApart(colours, where) {
  for (const vision of Object.keys(VISION))
    for (const [i, one] of colours.entries())
      for (const other of colours.slice(i + 1)) {
        const difference = deltaE(lab(one, vision), lab(other, vision));
        assert.ok(
          difference >= MIN_DELTA_E,
          `${where}: ${one} and ${other} differ by ${difference.toFixed(1)} (${vision})`,
        );
      }
}

test("the formula agrees with its published examples", () => {
  const near = (/** @type {number} */ actual, /** @type {number} */ expected) =>
    assert.ok(Math.abs(actual - expected) < 0.0001, `${actual} is not ${expected}`);
  near(deltaE([50, 2.6772, -79.7751], [50, 0, -82.7485]), 2.0425);
  near(deltaE([50, 2.5, 0], [73, 25, -18]), 27.1492);
  near(deltaE([50, 2.5, 0], [58, 24, 15]), 19.4535);
  near(deltaE([6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286]), 0.6377);
});

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  test(`four suits differ in ${scheme}, for all kinds of colour vision`, () => {
    for (const palette of ["suit", "bright"])
      areToldApart(
        SUITS.map((suit) => colour(`${palette}-${suit}`, scheme, "4")),
        `${palette} ${scheme}`,
      );
  });

  test(`with two colours, red and black differ in ${scheme}, for all kinds of colour vision`, () => {
    for (const palette of ["suit", "bright"]) {
      const colours = SUITS.map((suit) => colour(`${palette}-${suit}`, scheme, "2"));
      assert.deepEqual([colours[0], colours[1]], [colours[3], colours[2]]);
      areToldApart(colours.slice(2), `${palette} ${scheme}`);
    }
  });
}

test("on small boards, the edge of locked cards, cards and gaps differ, for all kinds of colour vision", () => {
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    const card = colour("small-card", scheme, "4");
    areToldApart([card, colour("small-gap", scheme, "4")], "small");
    for (const suits of /** @type {const} */ (["4", "2"]))
      for (const suit of SUITS) areToldApart([colour(`small-${suit}`, scheme, suits), card], "small");
  }
});
