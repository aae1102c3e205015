/** Shows what the address says; `router.js` puts itself here, so that screens need not know it. */
let show = async () => {};

/** @param {() => Promise<void>} shows */
export function onNavigate(shows) {
  show = shows;
  addEventListener("popstate", show);
}

/** Shows this page anew: the language is another one. */
export const refresh = () => show();

/** Goes to another page of this site. @param {string} path */
export async function go(path) {
  if (path !== location.pathname + location.search) history.pushState(null, "", path);
  await show();
  document.getElementById("main")?.focus({ preventScroll: true });
  scrollTo(0, 0);
}
