/** The shortest time that is shown: nobody is ahead by 0 seconds (ms). */
const MIN_SHOWN_MS = 100;

/** By language; kept, since it takes longer to make one than to use it. @type {{ [language: string]: Intl.NumberFormat }} */
const formats = {};

/** A short time, in seconds and tenths. @param {number} ms */
export function secondsText(ms) {
  const { lang } = document.documentElement;
  formats[lang] ??= new Intl.NumberFormat(lang, {
    style: "unit",
    unit: "second",
    unitDisplay: "short",
    maximumFractionDigits: 1,
  });
  return formats[lang].format(Math.max(ms, MIN_SHOWN_MS) / 1000);
}
