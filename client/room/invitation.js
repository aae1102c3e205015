import { t } from "../i18n/index.js";
import { button, h } from "../ui/dom.js";
import { invite, roomUrl } from "./start-buttons.js";

/** The ways into a room, for others: its link, QR code and code. @param {string} code @param {boolean} isOpen whether the QR code is shown at once */
export function invitation(code, isOpen) {
  const field = h("input", {
    readonly: true,
    value: roomUrl(code),
    "aria-label": t("inviteLink"),
    class: "grow",
    onclick: () => field.select(),
  });
  const qr = h("img", { src: `/r/${code}/qr.svg`, alt: t("qr"), class: "qr", loading: "lazy" });
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("inviteLink")),
    h(
      "div",
      { class: "row" },
      field,
      button(t("share"), () => invite(code)),
    ),
    h("details", { open: isOpen }, h("summary", {}, t("qr")), qr),
    h(
      "p",
      { class: "small soft" },
      t("roomCode", { code }),
      " · ",
      h("a", { href: `/w/${code}`, target: "_blank" }, t("watchLink")),
    ),
  );
}
