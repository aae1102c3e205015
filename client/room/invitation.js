import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { note, stack } from "../ui/parts.js";
import { shareLink } from "../ui/share.js";

/** A button that shares the link of a room. @type {(code: string, label: string, look?: Look) => HTMLElement} */
export const inviteButton = (code, label, look) =>
  shareLink(label, () => t("inviteText"), `/r/${code}`, look);

/** The ways into a room, for others: its QR code, its code, its link. @param {string} code */
export const invitation = (code) =>
  h(
    "section.panel.invitation",
    h("img.qr", { src: `/r/${code}/qr.svg`, alt: t("qr"), loading: "lazy" }),
    stack(
      h("p", h("b.code", code), note(h("bdi", { dir: "ltr" }, `${location.host}/r/${code}`))),
      inviteButton(code, t("share")),
    ),
  );
