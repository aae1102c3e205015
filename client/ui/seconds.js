/** A short time, in seconds and tenths. @type {(ms: number) => string} */
export const secondsText = (ms) =>
  new Intl.NumberFormat(document.documentElement.lang, {
    style: "unit",
    unit: "second",
    unitDisplay: "short",
    maximumFractionDigits: 1,
  }).format(ms / 1000);
