import { t, variantName } from "../../i18n/index.js";
import { call } from "../../net/api.js";
import { QUICK_VARIANT } from "../../room/enter.js";
import { begins, h } from "../../ui/dom.js";
import { checkbox, checkboxLabel, select, variantSelect } from "../../ui/fields.js";
import { shortDayText } from "../../ui/format.js";
import { note, row } from "../../ui/parts.js";
import { keepVariant, lastVariant, setMark } from "../../ui/preferences.js";
import { go } from "../../ui/router.js";

/** How long games may be played. */
const HOURS = [1, 3, 24, 72, 168];
const USUAL_HOURS = 72;
const DEALS = /** @type {const} */ (["random", "certified"]);
const PLACES = [0, 2, 3, 4, 6, 8, 12, 16];

/** What the deal is, if that is settled: that of an own game, or of a daily. @typedef {Pick<wire.NewChallenge, "deal" | "game" | "date" | "variant">} Chosen */

/** A form to challenge friends, or a group. @param {Chosen | null} chosen @param {string | null} group */
export function challengeForm(chosen, group) {
  const variant = variantSelect(lastVariant(QUICK_VARIANT));
  const deal = select(DEALS, (each) => t(`deal_${each}`));
  const hours = select(HOURS, (n) => (n < 24 ? t("hours", { n }) : t("days", { n: n / 24 })), USUAL_HOURS);
  const places = select(PLACES, (n) => (n ? t("placesFor", { n }) : t("placesAny")));
  const ranked = checkbox(true);
  const send = async () => {
    if (!chosen) keepVariant(variant.value);
    const { code } = await call("POST challenges", {
      ...(chosen ?? {
        deal: /** @type {"random" | "certified"} */ (deal.value),
        variant: variant.value,
        ranked: ranked.checked,
      }),
      hours: Number(hours.value),
      places: group ? null : Number(places.value) || null,
      group,
    });
    setMark("challenges");
    await go(`/challenge/${code}`);
  };
  return h(
    "form.stack",
    { onsubmit: begins(send) },
    ...(chosen
      ? [h("p", chosenText(chosen))]
      : [h("label", t("variant"), variant), h("label", t("challengeDeal"), deal)]),
    h("label", t("challengeTime"), hours),
    !group && h("label", t("challengePlaces"), places),
    !chosen && checkboxLabel(ranked, t("sealIt")),
    note(t(chosen ? "funHelp" : "sealHelp")),
    row(h("button.btn.main.big", t("makeChallenge"))),
  );
}

/** @param {Chosen} chosen */
const chosenText = ({ date, variant }) =>
  date
    ? t("challengeOnDaily", { variant: variantName(variant ?? ""), date: shortDayText(date) })
    : t("challengeOnGame");
