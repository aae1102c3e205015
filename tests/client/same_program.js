/* Read { path: [source, minified] } as JSON from standard input, and print the paths whose two modules differ, as a JSON
   array. The modules are parsed, and their syntax trees compared without positions: comments and spaces do not count.
   A private name counts by its first place among the private names of its module, since nobody else can see it.
   The argument is the folder of the client, which has the parser. */
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

const { parse } = createRequire(`${process.argv[2]}/package.json`)("acorn");

/** What of a syntax tree counts. @returns {(key: string, value: any) => unknown} */
function withoutPositions() {
  /** @type {string[]} */
  const names = [];
  return (key, value) => {
    if (key === "start" || key === "end") return undefined;
    if (value?.type !== "PrivateIdentifier") return typeof value === "bigint" ? String(value) : value;
    if (!names.includes(value.name)) names.push(value.name);
    return { type: "private", place: names.indexOf(value.name) };
  };
}

/** @param {string} source */
const treeOf = (source) => {
  try {
    return JSON.stringify(parse(source, { ecmaVersion: "latest", sourceType: "module" }), withoutPositions());
  } catch (error) {
    return String(error);
  }
};

/** @type {Record<string, [string, string]>} */
const pairs = JSON.parse(await text(process.stdin));
const paths = Object.entries(pairs).filter(([, [source, minified]]) => treeOf(source) !== treeOf(minified));
console.log(JSON.stringify(paths.map(([path]) => path)));
