/**
 * Build what a wheel serves in place of the modules: scripts, texts and style sheets, and a manifest that says what a page
 * loads first.
 *
 *     node client/bundle/build.js FOLDER [--quick]
 *
 * `--quick` compresses little, in a tenth of the time, and puts all that comes later into one file: for tests, whose every
 * visitor fetches it anew.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { buildSync, transformSync } from "esbuild";
import { LANGUAGES } from "../i18n/index.js";
import { readPages } from "./pages.js";
import { CLIENT, MAIN } from "./paths.js";
import { bundle, closure, ENTRY, modulesOfGame, modulesOfLater, readGraph } from "./scripts.js";
import { BASE, eachSheet, oneSheet } from "./styles.js";
import { keysOf } from "./texts.js";

/** @import { Graph, Texts } from "./scripts.js" */
/** @typedef {Map<string, string | Buffer>} Files by path */
/** @typedef {{ style: string, sheets: string[], scripts: string[], texts: string }} BuiltPage the first script runs, and imports the others; the texts are in the folder of each language */
/** @typedef {{ version: string, pages: { [name: string]: BuiltPage }, offline: string[] }} Manifest read by the server (`web/pages/client_files.py`) */

const MANIFEST = "manifest.json";
const QUICK = argv.includes("--quick");
/** The levels of Brotli: for later loads, and for the first load of a page. The best takes seven times as long. */
const [QUALITY, BEST_QUALITY] = QUICK ? [1, 1] : [9, 11];
/** They are left as Brotli compresses them. */
const COMPRESSED = [".js", ".css"];
const AS_THEY_ARE = [
  "index.html",
  "app.webmanifest",
  "icon.svg",
  "icon-192.png",
  "icon-512.png",
  "ui/numbers.woff2",
];
/** The pages on which people come in have a bundle of their own: little, in one file. All others share one. */
const OFTEN = ["", "daily", "race", "boards", "p", "r lobby", "r race", "r result", "w spectate", "g"];
/** The module that every page loads after some seconds: its texts are in a file of their own. */
const NOTICE = { name: "notice", module: "screens/you/notice.js" };
/** The modules that most of the later ones need: small, so that they come first. */
const COMMON = ["net/protocol.js", "people/names.js", "rules/game.js", "ui/lists.js"];
/** The page for all that works without a network; it is one of the others. */
const OFFLINE = "practice";
/** The script that every page loads beside its bundle, and runs before it. */
const EARLY = "net/early.js";
const NOT_OFFLINE = [
  "index.html",
  "app.webmanifest",
  "icon-512.png",
  "worker/service-worker.js",
  "worker/push.js",
];
const WORKERS = ["worker/service-worker.js", "worker/push.js"];

/** A script with all that it imports. @param {string} path */
function alone(path) {
  const options = { absWorkingDir: CLIENT, bundle: true, entryPoints: [path], minify: true, write: false };
  const [{ text }] = buildSync({ ...options, format: "esm" }).outputFiles;
  return text;
}

/** @param {string | Buffer} content */
const hashOf = (content) => createHash("sha256").update(content).digest("hex").slice(0, 12);

const read = (/** @type {string} */ path) => readFileSync(join(CLIENT, path));

/** @returns {Promise<{ files: Files, manifest: Manifest }>} */
export async function build() {
  const [pages, graph] = await Promise.all([readPages(), readGraph()]);
  /** @type {Files} */
  const files = new Map(AS_THEY_ARE.map((path) => [path, read(path)]));
  for (const path of WORKERS)
    files.set(path, transformSync(read(path).toString(), { minify: true, charset: "utf8" }).code);
  files.set(EARLY, alone(EARLY));
  for (const [path, text] of await eachSheet(sheetsOfTheClient())) files.set(path, text);
  /** Pages without a network have all texts. @type {Texts} */
  const said = new Map();
  const others = await addScripts(files, graph, "others", [], said);
  const offline = [...files.keys()].filter((path) => !NOT_OFFLINE.includes(path));
  const notFound = { ...(await addStyle(files, [])), scripts: others([]), texts: "" };
  /** @type {Manifest} */
  const manifest = { version: "", pages: { 404: notFound }, offline };
  said.set(NOTICE.name, keysOf(closure(graph, [NOTICE.module])));
  await addTexts(files, NOTICE.name, said.get(NOTICE.name));
  for (const name of OFTEN)
    said.set(textsOf(name), keysOf(closure(graph, [MAIN, ...(pages.get(name)?.modules ?? [])])));
  for (const [name, { modules, styles }] of pages) {
    const texts = textsOf(name);
    const isOften = OFTEN.includes(name);
    const scriptsOf = isOften ? await addScripts(files, graph, texts, modules, said) : others;
    await addTexts(files, texts, said.get(texts) ?? keysOf(closure(graph, [MAIN, ...modules])));
    manifest.pages[name] = {
      ...(await addStyle(files, styles)),
      scripts: scriptsOf(modules),
      texts,
    };
  }
  manifest.pages[" today"] = manifest.pages.daily; // a known player sees today at `/`, too
  await addTexts(files, "");
  manifest.offline.push(manifest.pages[OFFLINE].style);
  manifest.version = hashOf([...files].map(([path, content]) => `${path} ${hashOf(content)}\n`).join(""));
  return { files, manifest };
}

/** The name of the texts of a page, and of its scripts. @param {string} page */
const textsOf = (page) => page.replace(/\W/g, "-") || "home";

/** Add a bundle, and return which of its scripts run some modules. @param {Files} files @param {Graph} graph @param {string} folder @param {string[]} first modules @param {Texts} said */
async function addScripts(files, graph, folder, first, said) {
  const isOften = first.length > 0;
  const { scripts, numbersOf } = await bundle(
    graph,
    [MAIN, ...(isOften ? COMMON : []), ...first],
    said,
    QUICK ? modulesOfLater(graph) : isOften ? modulesOfGame(graph) : [],
  );
  for (const [n, script] of scripts.entries()) if (script) files.set(`${folder}/${n}.js`, script);
  return (/** @type {string[]} */ modules) =>
    [...new Set([ENTRY, ...modules].flatMap(numbersOf))].map((n) => `${folder}/${n}.js`);
}

const sheetsOfTheClient = () =>
  readdirSync(CLIENT, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".css") && !path.startsWith("node_modules"))
    .sort();

/** Add the style sheet of a page. @param {Files} files @param {string[]} styles */
async function addStyle(files, styles) {
  const sheets = [...new Set([BASE, ...styles])];
  const text = await oneSheet(sheets);
  const [same] = [...files].find(([, content]) => content === text) ?? [];
  const style = same ?? `${files.size}.css`;
  files.set(style, text);
  return { style, sheets };
}

/** Add the texts of a page in all languages, or all texts. @param {Files} files @param {string} page @param {string[]} [keys] */
async function addTexts(files, page, keys) {
  for (const language of LANGUAGES) {
    const { default: texts } = await import(`../i18n/${language}.js`);
    const some = JSON.stringify(keys ? Object.fromEntries(keys.map((key) => [key, texts[key]])) : texts);
    files.set(`i18n/${language}${page && `/${page}`}.js`, `export default ${some};`);
  }
}

/** @param {string} folder @param {{ files: Files, manifest: Manifest }} built */
function write(folder, { files, manifest }) {
  const first = new Set(Object.values(manifest.pages).flatMap(({ scripts, style }) => [style, ...scripts]));
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of [...files, /** @type {const} */ ([MANIFEST, JSON.stringify(manifest)])]) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    if (COMPRESSED.includes(extname(path))) {
      const quality = first.has(path) || path.startsWith("i18n/") ? BEST_QUALITY : QUALITY;
      writeFileSync(
        `${file}.br`,
        brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
      );
    } else writeFileSync(file, content);
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) write(argv[2], await build());
