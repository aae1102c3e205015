/** @type {(bytes: Uint8Array) => string} */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Random bytes in hexadecimal. @param {number} count */
export const randomHex = (count) => hex(crypto.getRandomValues(new Uint8Array(count)));
