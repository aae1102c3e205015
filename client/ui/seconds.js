/** The shortest time that is shown: nobody is ahead by 0 seconds (ms). */
const MIN_SHOWN_MS = 100;

/** A short time, in seconds and tenths. @type {(ms: number) => string} */
export const secondsText = (ms) =>
  new Intl.NumberFormat(document.documentElement.lang, {
    style: "unit",
    unit: "second",
    unitDisplay: "short",
    maximumFractionDigits: 1,
  }).format(Math.max(ms, MIN_SHOWN_MS) / 1000);
