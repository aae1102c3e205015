import { t } from "../i18n/index.js";
import { button, byId, h, icon, link, picture, siteName } from "./dom.js";

/** The pages that take the whole screen at first, for the most part: a page says itself when it does not. */
const FIXED = /^\/((r|g|overlay|embed)\/|practice)|&line=/;

/** The frame around every screen: header, navigation, title, and whether the page may scroll. */
export class Shell {
  /** The content of a screen in the header. */ hud = h("div", { id: "hud" });
  /** Opens the settings, or there the way to sign in: `main.js` sets it. @type {(isSignIn?: boolean) => unknown} */ openSettings =
    () => {};
  /** Buttons of a screen, beside the settings. */ tools = h("div.tools");

  /** Clear the content of the previous screen. */
  reset() {
    this.hud.replaceChildren();
    this.tools.replaceChildren();
    this.title("");
    const settings = button(icon("settings"), () => this.openSettings(), "btn quiet icon", t("settings"));
    const brand = link("/", picture("icon-logo"), "brand", `${siteName()}: ${t("home")}`);
    brand.append(h("span", siteName()));
    byId("top").replaceChildren(brand, this.hud, this.tools, settings);
    if (!FIXED.test(location.pathname + location.search)) this.fix(false);
  }

  /** @param {string} text */
  title(text) {
    document.title = text ? `${text} · ${siteName()}` : siteName();
  }

  /** Whether everything has to fit on the screen, without scrolling. @param {boolean} isFixed @param {string | null} [place] that the navigation marks, if not that of the address */
  fix(isFixed, place) {
    document.body.classList.toggle("fixed", isFixed);
    // A race has no navigation, and does not load it.
    if (!isFixed)
      import("./nav.js").then(
        ({ showNav }) => showNav(place),
        () => {},
      );
  }
}

export const shell = new Shell();
