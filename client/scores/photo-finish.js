import { t } from "../i18n/index.js";
import { playerName } from "../people/names.js";
import { numberText } from "../ui/format.js";

/** Which wins lie closer together than the delays of their players, a sentence each. The server tells these delays alone. @type {(standings: wire.Standing[]) => string[]} */
export const photoFinishes = (standings) =>
  standings
    .slice(1)
    .map((other, i) => sentence(standings[i], other))
    .filter(Boolean);

/** @type {(one: wire.Standing, other: wire.Standing) => string} */
function sentence(one, other) {
  const [first, second] = [one.delay_ms, other.delay_ms];
  const apart = other.time_ms - one.time_ms;
  if (first == null || second == null || apart >= Math.max(first, second)) return "";
  const names = { one: playerName(one.name), other: playerName(other.name) };
  const seconds = { minimumFractionDigits: 2, maximumFractionDigits: 3 };
  return t("photoFinish", { ...names, apart: numberText(apart / 1000, seconds), first, second });
}
