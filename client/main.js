import { useLanguage } from "./i18n/index.js";
import { onBusy } from "./net/api.js";
import { ROUTES } from "./routes.js";
import { load, loadStyles } from "./ui/load.js";
import { applyPreferences, hasUsualLooks } from "./ui/preferences.js";
import { startRouter } from "./ui/router.js";
import { shell } from "./ui/shell.js";

const ACCOUNT_DELAY_MS = 3000;
/** Loaded late: the first screen comes first. */
const watchAccount = async () => (await import("./screens/you/notice.js").catch(() => null))?.watchAccount();

applyPreferences();
shell.openSettings = async (isSignIn) =>
  (await load(import("./screens/you/settings.js"), "ui/page.css")).openSettings(isSignIn);
onBusy(async (enter, refusal) => (await import("./ui/notice.js")).waitToEnter(enter, refusal));
if (!hasUsualLooks())
  loadStyles("ui/looks.css").then(
    () => document.dispatchEvent(new Event("preferences")),
    () => {}, // without it, they look as usual
  );
startRouter(ROUTES, useLanguage(document.documentElement.lang));
setTimeout(watchAccount, document.querySelector("meta[name=read-only]") ? 0 : ACCOUNT_DELAY_MS);
