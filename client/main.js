import { useLanguage } from "./i18n/index.js";
import { start } from "./router.js";
import { applyPrefs, prefs } from "./state/prefs.js";

applyPrefs();
await useLanguage(prefs.language);
start();
