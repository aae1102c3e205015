import { t, variantName } from "../../i18n/index.js";
import { newChallenge } from "../../net/events.js";
import { QUICK_VARIANT } from "../../room/enter.js";
import { VARIANTS } from "../../rules/variants.js";
import { begins, h } from "../../ui/dom.js";
import { shortDayText } from "../../ui/format.js";
import { note, row } from "../../ui/parts.js";
import { keepVariant, lastVariant } from "../../ui/preferences.js";
import { go } from "../../ui/router.js";
import { keepChallenges } from "./challenges.js";

/** @import { NewChallenge } from "../../net/messages.js" */

/** How long games may be played. */
const HOURS = [1, 3, 24, 72, 168];
const USUAL_HOURS = 72;
const PLACES = [0, 2, 3, 4, 6, 8, 12, 16];

/** What the deal is, if that is settled: that of an own game, or of a daily. @typedef {Pick<NewChallenge, "deal" | "game" | "date" | "variant">} Chosen */

/** A form to challenge friends, or a group. @param {Chosen | null} chosen @param {string | null} group */
export function challengeForm(chosen, group) {
  const variant = select(
    t("variant"),
    VARIANTS.map(({ name }) => [name, variantName(name)]),
    lastVariant(QUICK_VARIANT),
  );
  const deal = select(t("challengeDeal"), [
    ["random", t("deal_random")],
    ["certified", t("deal_certified")],
  ]);
  const hours = select(
    t("challengeTime"),
    HOURS.map((n) => [String(n), n < 24 ? t("hours", { n }) : t("days", { n: n / 24 })]),
    String(USUAL_HOURS),
  );
  const places = select(
    t("challengePlaces"),
    PLACES.map((n) => [String(n), n ? t("placesFor", { n }) : t("placesAny")]),
  );
  const ranked = h("input", { type: "checkbox", checked: true });
  const send = async () => {
    if (!chosen) keepVariant(variant.field.value);
    const { code } = await newChallenge({
      ...(chosen ?? {
        deal: /** @type {"random" | "certified"} */ (deal.field.value),
        variant: variant.field.value,
        ranked: ranked.checked,
      }),
      hours: Number(hours.field.value),
      places: group ? null : Number(places.field.value) || null,
      group,
    });
    keepChallenges(true);
    await go(`/challenge/${code}`);
  };
  return h(
    "form.stack",
    { onsubmit: begins(send) },
    ...(chosen ? [h("p", chosenText(chosen))] : [variant.label, deal.label]),
    hours.label,
    !group && places.label,
    !chosen && h("label.checkbox", ranked, t("sealIt")),
    note(t(chosen ? "funHelp" : "sealHelp")),
    row(h("button.btn.main.big", t("makeChallenge"))),
  );
}

/** @param {Chosen} chosen */
const chosenText = ({ date, variant }) =>
  date
    ? t("challengeOnDaily", { variant: variantName(variant ?? ""), date: shortDayText(date) })
    : t("challengeOnGame");

/** @type {(text: string, options: string[][], value?: string) => { label: HTMLElement, field: HTMLSelectElement }} */
function select(text, options, value = options[0][0]) {
  const field = h("select", ...options.map(([name, shown]) => h("option", { value: name }, shown)));
  field.value = value;
  return { label: h("label", text, field), field };
}
