/** The first load of each page, as the client's own tables have it. */
import * as esbuild from "esbuild";
import { CLIENT } from "./paths.js";

/** @import { Plugin, PluginBuild } from "esbuild" */

/** @typedef {{ modules: string[], styles: string[] }} FirstLoad of a page; the modules import others */
/** @typedef {{ [name: string]: () => Promise<{ module: string, styles?: string[] }> }} Table */

const TABLES = `
  export { ROUTES } from "./routes.js";
  export { PHASES } from "./screens/race/phases.js";
`;
/** The phases in which somebody may come to a room, by its route. */
const PHASES_OF = { r: ["lobby", "finding", "race", "result"], w: ["spectate"] };

/** A page that scrolls has these styles, and the navigation (`ui/shell.js`). */
const [SCROLLING, NAV] = ["ui/page.css", "ui/nav.js"];

/** Pages by their names: a route, or for a room the route, a space and its phase. @returns {Promise<Map<string, FirstLoad>>} */
export async function readPages() {
  const { ROUTES, PHASES } = await readTables();
  /** @type {Map<string, FirstLoad>} */
  const pages = new Map();
  for (const [route, load] of Object.entries(ROUTES)) {
    const { module, styles = [] } = await load();
    pages.set(route, pageOf([module], styles));
  }
  for (const [route, phases] of Object.entries(PHASES_OF))
    for (const phase of phases) {
      const { module, styles = [] } = await PHASES[phase]();
      const [screen] = pages.get(route)?.modules ?? [];
      pages.set(`${route} ${phase}`, pageOf([screen, module], styles));
    }
  return pages;
}

/** @type {(modules: string[], styles: string[]) => FirstLoad} */
const pageOf = (modules, styles) => ({
  modules: styles.includes(SCROLLING) ? [...modules, NAV] : modules,
  styles,
});

/** The tables with functions that return what they would load. @returns {Promise<{ ROUTES: Table, PHASES: Table }>} */
async function readTables() {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: TABLES, resolveDir: CLIENT },
    absWorkingDir: CLIENT,
    bundle: true,
    format: "esm",
    plugins: [{ name: "names in place of modules", setup: nameModules }],
    write: false,
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

/** @param {PluginBuild} build */
function nameModules(build) {
  build.onResolve({ filter: /./ }, async ({ kind, path, ...from }) => {
    if (kind !== "dynamic-import" || from.pluginData) return null;
    const found = await build.resolve(path, { ...from, kind, pluginData: true });
    return { path: found.path, namespace: "named" };
  });
  build.onLoad({ filter: /./, namespace: "named" }, ({ path }) => ({
    contents: `export const module = ${JSON.stringify(path.slice(CLIENT.length))};`,
  }));
  build.onLoad({ filter: /ui\/load\.js$/ }, () => ({
    contents: "export const load = async (module, ...styles) => ({ module: (await module).module, styles });",
  }));
}
