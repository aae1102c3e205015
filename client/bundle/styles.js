/** Style sheets: each for itself, for the later loads of features, and those of a page in one. */
import * as esbuild from "esbuild";
import { CLIENT } from "./paths.js";

/** @import { BuildOptions } from "esbuild" */

/** The style sheet of every page. */
export const BASE = "ui/base.css";

/** @param {BuildOptions} options */
const minified = async (options) => {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: CLIENT,
    assetNames: "[dir]/[name]",
    bundle: true,
    charset: "utf8",
    loader: { ".woff2": "file" },
    minify: true,
    outbase: CLIENT,
    outdir: CLIENT,
    ...options,
    write: false,
  });
  return outputFiles?.filter(({ path }) => path.endsWith(".css")) ?? [];
};

/** @param {string[]} paths @returns {Promise<[path: string, text: string][]>} */
export async function eachSheet(paths) {
  const files = await minified({ entryPoints: paths });
  return files.map(({ path, text }) => [path.slice(CLIENT.length), text]);
}

/** Some style sheets in one, which lies in the folder of the client. @param {string[]} paths */
export async function oneSheet(paths) {
  const contents = paths.map((path) => `@import "./${path}";`).join("");
  const [{ text }] = await minified({ stdin: { contents, loader: "css", resolveDir: CLIENT } });
  return text;
}
