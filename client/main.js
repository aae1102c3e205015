import { useLanguage } from "./i18n/index.js";
import { onBusy } from "./net/api.js";
import { ROUTES } from "./routes.js";
import { load } from "./ui/load.js";
import { applyPreferences, read } from "./ui/preferences.js";
import { startRouter } from "./ui/router.js";
import { shell } from "./ui/shell.js";

const ACCOUNT_DELAY_MS = 3000;

/** What the first screen needs comes first. */
async function watchAccount() {
  (await import("./screens/you/notice.js").catch(() => null))?.watchAccount();
}

applyPreferences();
shell.openSettings = async (isSignIn) =>
  (await load(import("./screens/you/settings.js"), "ui/page.css")).openSettings(isSignIn);
onBusy(async (enter, refusal) => (await import("./ui/notice.js")).waitToEnter(enter, refusal));
if (read("gaprace.looks")) void import("./screens/you/looks.js");
startRouter(ROUTES, useLanguage(document.documentElement.lang));
setTimeout(watchAccount, document.querySelector("meta[name=read-only]") ? 0 : ACCOUNT_DELAY_MS);
