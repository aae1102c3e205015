/** When something that could not be loaded may be asked for again (ms). */
const RETRY_DELAY_MS = 1000;

/**
 * Load something when it is asked for first, and use it; if the network fails, when it is asked for later.
 * @template T @param {() => Promise<T>} loaded @param {(thing: T) => void} [use] @returns {() => Promise<unknown>} settled when it is used, or has failed
 */
export function once(loaded, use) {
  /** @type {Promise<unknown> | null} */ let asked = null;
  return () => {
    asked ??= loaded().then(use, () => setTimeout(() => (asked = null), RETRY_DELAY_MS));
    return asked;
  };
}
