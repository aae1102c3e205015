/** The scripts of a bundle: one file with all that some page shows first, one for a game, and files for later loads. */
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import * as esbuild from "esbuild";
import { CLIENT, MAIN } from "./paths.js";
import { keysOf } from "./texts.js";

/** @import { Metafile, Plugin } from "esbuild" */
/** @typedef {{ imports: { [module: string]: string[] }, later: { [module: string]: string[] } }} Graph the imports of each module, at once and later */
/** @typedef {Map<string, string[]>} Texts the keys of the texts of pages */
/** @typedef {{ scripts: string[], numbersOf: (module: string) => number[] }} Bundle scripts by number, empty if it is not needed, and the numbers of those that run a module, its own first */
/** @typedef {{ of: string, names: { [name: string]: string } }} Thin a file that only runs the first one: which, and the names there of what it exports */

const LOADER = "bundle/load-module.js";
const FIRST = "first";
const GAME = "game";
/** The entry of a bundle. */
export const ENTRY = `${FIRST}:${FIRST}`;
const LATER = /\bimport\("(\.[^"]+)"\)/g;
/** A load, as esbuild writes it: the module stands for its files until these are known. */
const LOADED = /([\w$]+)\("files of ([^"]+)",\(\)=>import\("[^"]+"\)\)/g;
const NAME = /"\.\/([\w-]+-[A-Z0-9]{8}\.js)"/g;
/** The exports of a file, at its end, and its imports from another. */
const EXPORTED = /\bexport\{([^}]*)\};\s*$/;
const IMPORTED = /\bimport\{([^}]*)\}from"\.\/([^"]+)"/g;
/** A file that only imports others, and exports what the first of them does. */
const THIN = /^import(?:\{([^}]*)\}from)?"\.\/([^"]+)";(?:import"[^"]+";)*(?:export\{([^}]*)\};)?\s*$/;

/** @param {string} entry @param {Plugin[]} plugins */
const bundled = (entry, plugins) =>
  esbuild.build({
    absWorkingDir: CLIENT,
    bundle: true,
    charset: "utf8",
    chunkNames: "[name]-[hash]",
    entryNames: "[name]-[hash]",
    entryPoints: [entry],
    format: "esm",
    metafile: true,
    minify: true,
    outdir: CLIENT,
    plugins,
    splitting: true,
    target: "es2023",
    write: false,
  });

/** @returns {Promise<Graph>} */
export async function readGraph() {
  const { metafile } = await bundled(MAIN, []);
  const modules = Object.entries(metafile.inputs);
  /** @type {(module: Metafile["inputs"][string], kind: string) => string[]} */
  const importsOf = ({ imports }, kind) =>
    imports.filter((each) => each.kind === kind).map(({ path }) => path);
  const all = (/** @type {string} */ kind) =>
    Object.fromEntries(modules.map(([name, each]) => [name, importsOf(each, kind)]));
  return { imports: all("import-statement"), later: all("dynamic-import") };
}

/** The modules that a game alone needs. @param {Graph} graph */
export const modulesOfGame = ({ later }) => ["screens/race/player.js", ...later["room/solo.js"]];

/** The modules that come later. @param {Graph} graph */
export const modulesOfLater = ({ later }) => [...new Set(Object.values(later).flat())];

/** Return modules with all that they import. @param {Graph} graph @param {string[]} modules */
export function closure({ imports }, modules) {
  const found = new Set(modules);
  for (const module of found) for (const each of imports[module]) found.add(each);
  return [...found];
}

/**
 * Bundle the client. The scripts are numbered, since their names stand in each other.
 * @param {Graph} graph @param {string[]} first modules @param {Texts} pages whose texts may be loaded later, in place of all
 * @param {string[]} inOneFile modules that come later, all in one file
 * @returns {Promise<Bundle>}
 */
export async function bundle(graph, first, pages, inOneFile) {
  const game = modulesOfGame(graph);
  const { metafile, outputFiles } = await bundled(FIRST, [together(graph, first, inOneFile)]);
  const names = outputFiles.map(({ path }) => relative(CLIENT, path));
  const texts = exportedOnce(
    outputFiles.map(({ text }) => text),
    names,
    metafile.outputs,
  );
  const there = [ENTRY, ...closure(graph, first)];
  const thin = new Map(
    names.flatMap((name, i) =>
      there.includes(metafile.outputs[name].entryPoint ?? "") ? thinFile(name, texts[i]) : [],
    ),
  );
  const numbersOf = (/** @type {string} */ module) => {
    const [own, ...others] = filesThatRun(metafile.outputs, module);
    const running = [thin.get(own)?.of ?? own, ...others].filter((name) => !thin.has(name));
    return [...new Set(running)].map((name) => names.indexOf(name));
  };
  const always = numbersOf(ENTRY);
  const said = keysOf(closure(graph, first));
  /** The page with the fewest texts that have all that a module says; empty for all texts. @param {string[]} keys */
  const pageThatSays = (keys) =>
    [...pages]
      .filter(([, its]) => keys.every((key) => its.includes(key)))
      .sort(([, some], [, others]) => some.length - others.length)[0]?.[0] ?? "";
  const moreTexts = (/** @type {string} */ module) => {
    const loaded = game.includes(module) ? game : [module];
    const more = keysOf(closure(graph, loaded)).filter((key) => !said.includes(key));
    return more.length ? `,${JSON.stringify(pageThatSays(more))}` : "";
  };
  /**
   * How a file loads a module. Its own modules are there when it has run.
   * @param {string} here @param {string} loadModule @param {string} module
   */
  function loading(here, loadModule, module) {
    const [file] = filesThatRun(metafile.outputs, module);
    const { of, names: its } = thin.get(file) ?? {};
    const exported = (/** @type {string} */ prefix) =>
      `({${Object.entries(its ?? {}).map(([name, there]) => `${name}:${prefix}${there}`)}})`;
    if (of === here) return `Promise.resolve().then(()=>${exported("")})`;
    const [own, ...others] = numbersOf(module);
    const numbers = [own, ...others.filter((n) => !always.includes(n))];
    const loaded = `${loadModule}(${JSON.stringify(numbers)}${moreTexts(module)})`;
    return its ? `${loaded}.then(m=>${exported("m.")})` : loaded;
  }
  const scripts = texts.map((text, i) =>
    thin.has(names[i])
      ? ""
      : text
          .replace(LOADED, (_, loadModule, module) => loading(names[i], loadModule, module))
          .replace(NAME, (_, name) => `"./${names.indexOf(name)}.js"`),
  );
  return { scripts, numbersOf };
}

/** Return the name of a file with what it stands for, if it only runs another one. @type {(name: string, text: string) => [string, Thin][]} */
function thinFile(name, text) {
  const [found, imported = "", of, exported = ""] = THIN.exec(text) ?? [];
  if (!found) return [];
  const pairs = (/** @type {string} */ list) => list.split(",").map((each) => each.split(" as "));
  const there = new Map(pairs(imported).map(([name, here = name]) => [here, name]));
  const names = pairs(exported).map(([here, name = here]) => [name, there.get(here)]);
  if (exported && names.some(([, its]) => its === undefined)) return [];
  return [[name, { of, names: Object.fromEntries(names) }]];
}

/**
 * Export what files share by the names that it has in them: the second names that esbuild gives are a sixtieth of what a
 * page loads first. @type {(texts: string[], names: string[], outputs: Metafile["outputs"]) => string[]}
 */
function exportedOnce(texts, names, outputs) {
  /** The names in each shared file by the exported ones. @type {Map<string, Map<string, string>>} */
  const shared = new Map();
  names.forEach((name, i) => {
    const [, list] = (!outputs[name].entryPoint && EXPORTED.exec(texts[i])) || [];
    const both = list?.split(",").map((each) => each.split(" as "));
    if (both) shared.set(name, new Map(both.map(([own, exported = own]) => [exported, own])));
  });
  return texts.map((text, i) => {
    const own = shared.get(names[i]);
    const exporting = own ? text.replace(EXPORTED, () => `export{${[...own.values()].join(",")}};`) : text;
    return exporting.replace(IMPORTED, (all, list, name) => {
      const renamed = shared.get(name);
      if (!renamed) return all;
      const imported = list.split(",").map((/** @type {string} */ each) => {
        const [exported, here = exported] = each.split(" as ");
        const there = renamed.get(exported);
        return there === here ? here : `${there} as ${here}`;
      });
      return `import{${imported.join(",")}}from"./${name}"`;
    });
  });
}

/** The file of a module, and all that it imports. @param {Metafile["outputs"]} outputs @param {string} module */
function filesThatRun(outputs, module) {
  const found = Object.keys(outputs).filter((name) => outputs[name].entryPoint === module);
  for (const name of found)
    for (const { kind, path } of outputs[name].imports)
      if (kind === "import-statement" && !found.includes(path)) found.push(path);
  return found;
}

/**
 * By itself, esbuild makes a file for each set of modules imported later that share a module: some twenty for a page. Here
 * each of them imports, first, the page's whole first load, which is therefore always needed, and becomes one file.
 * Then those that share something else with a game import all of the game.
 * @param {Graph} graph @param {string[]} first @param {string[]} game @returns {Plugin}
 */
function together(graph, first, game) {
  const there = closure(graph, first);
  const later = new Set(modulesOfLater(graph));
  const ofGame = closure(graph, game).filter((module) => !there.includes(module));
  const sharesWithGame = (/** @type {string} */ module) =>
    closure(graph, [module]).some((each) => ofGame.includes(each));
  /** @param {string} module */
  function contents(module) {
    const source = readFileSync(join(CLIENT, module), "utf8");
    const before = later.has(module)
      ? `import "${FIRST}";${sharesWithGame(module) ? `import "${GAME}";` : ""}`
      : "";
    return (
      before +
      source.replace(
        LATER,
        (load, path) => `loadModule("files of ${join(dirname(module), path)}", () => ${load})`,
      )
    );
  }

  return {
    name: "one file for what is shown first",
    setup(build) {
      build.initialOptions.inject = [LOADER];
      build.onResolve({ filter: /^(first|game)$/ }, ({ path }) => ({ path, namespace: FIRST }));
      build.onLoad({ filter: /./, namespace: FIRST }, ({ path }) => ({
        contents: (path === FIRST ? first : game).map((module) => `import "./${module}";`).join(""),
        resolveDir: CLIENT,
      }));
      build.onLoad({ filter: /\.js$/ }, ({ path }) => {
        const module = relative(CLIENT, path);
        return module === LOADER ? null : { contents: contents(module) };
      });
    },
  };
}
