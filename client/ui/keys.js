/** The letter of a key in lower case, or the name of the key. On a layout without Latin letters, it is the letter in the same place of a Latin one. @type {(event: { key: string, code: string }) => string} */
export function latinKey({ key, code }) {
  const isForeign = /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return ((isForeign && /^Key(.)$/.exec(code)?.[1]) || key).toLowerCase();
}
