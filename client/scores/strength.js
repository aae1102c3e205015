import { numberText } from "../ui/numbers.js";

/** A strength or a difficulty, written as ratings are: 1720. @type {(value: number) => string} */
export const strengthText = (value) => numberText(Math.round(value), { useGrouping: false });
