import { RulesError } from "./errors.js";

/** A sentence for people for each stable code. `%` is the value that was wrong. */
const SENTENCES = {
  bad_card: '"%" is no card: write a rank of 23456789TJQK and a suit of CDHS, like "6D".',
  bad_board: "This is no board: %.",
  bad_variant:
    '% is no variant: give its name, or {"name", "shuffles" (0 to 9), "right_fill" (true or false)}.',
  bad_code: '"%" is no deal code: it has ten digits or letters, none of them U.',
  bad_secret: "The secret must be 64 lower-case hexadecimal digits.",
  bad_commitment: '"%" is no commitment: it has 64 lower-case hexadecimal digits.',
  bad_record: "This is no game record: %.",
  bad_transcript: '"%" is no transcript token: write an action and its milliseconds, like "6D@27:1532".',
  bad_action: '"%" is no action: write a move like "6D@27", or shuffle, undo, redo or resign.',
  bad_origin: '"%" is no origin: write drawn, chosen, or daily/ and a number.',
  bad_seed: '"%" is no seed of this deal: a seed has 32 hexadecimal digits, and only a drawn deal has seeds.',
  commitment_mismatch: "The record is not what was committed to: its own fingerprint is %.",
  code_mismatch: "The deal code was not drawn from this secret and these seeds: they lead to %.",
  shuffle_mismatch: "A shuffled board is not that of this deal: the true one is %.",
  time_goes_back: "The time goes back to % ms: no action is earlier than the one before it.",
  illegal_move: "% is not a legal move on this board.",
  no_redeal: "This variant has no redeal.",
  no_shuffle_left: "No shuffle is left.",
  not_stuck: "A shuffle is allowed only when no move is left.",
  nothing_to_undo: "There is nothing to undo.",
  nothing_to_redo: "There is nothing to redo.",
  game_over: "The game is over: it takes no more actions.",
};

/** @typedef {keyof typeof SENTENCES} Code */

/** @type {(value: unknown) => string} */
function shown(value) {
  const text = typeof value === "string" ? value : String(JSON.stringify(value));
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}

/** The error in a sentence. @type {(error: RulesError) => string} */
export const sentence = ({ code, value }) => SENTENCES[code].replace("%", () => shown(value));

/** Do something with a person's input; an error of the rules in it is thrown as a sentence. @throws {{ code: Code, message: string }} @param {() => unknown} act */
export function orSentence(act) {
  try {
    act();
  } catch (error) {
    throw error instanceof RulesError ? { code: error.code, message: sentence(error) } : error;
  }
}
