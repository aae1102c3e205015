/** A text, a record or an action that the rules refuse; nothing has changed. `sentences.js` says it to people. */
export class RulesError extends Error {
  name = "RulesError";

  /**
   * @param {Code} code
   * @param {unknown} [value] the wrong value
   * @param {number} [at] the number of the refused action, 0 outside a game
   */
  constructor(code, value, at = 0) {
    super(code);
    this.code = code;
    this.value = value;
    this.at = at;
  }
}
