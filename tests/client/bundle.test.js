import assert from "node:assert/strict";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { run } from "../../client/ui/bundle.js";

/** @import { Exports } from "../../client/ui/bundle.js" */

test("a module is run once, when it is needed first", () => {
  /** @type {string[]} */
  const ran = [];
  run(
    {
      "ui/a.js": () => ({ a: ran.push("a") }),
      "b.js": (need) => ({ b: [need("ui/a.js").a, ran.push("b")] }),
      "never.js": () => ({ never: ran.push("never") }),
      "main.js": (need) => ({ main: [need("b.js").b, need("ui/a.js").a, ran.push("main")] }),
    },
    "http://test/client/@1/~home.en.js",
    "main.js",
  );
  assert.deepEqual(ran, ["a", "b", "main"]);
});

test("a module knows its own address", () => {
  let address = "";
  run(
    {
      "ui/a.js": (_need, _load, url) => {
        address = url;
        return {};
      },
    },
    "http://test/client/@1/~home.en.js",
    "ui/a.js",
  );
  assert.equal(address, "http://test/client/@1/ui/a.js");
});

test("what the bundle lacks is fetched, and finds what is there already", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bundle-"));
  await writeFile(join(folder, "package.json"), '{"type": "module"}');
  const chunk = `export default {
    "c.js": () => ({ c: "another version" }),
    "d.js": (need) => ({ d: need("ui/c.js").c + 1, e: need("e.js") }),
    "e.js": () => ({ e: true }),
  };`;
  const url = pathToFileURL(join(folder, "~home.en.js")).href;
  await mkdir(join(folder, "~home.en"));
  await writeFile(join(folder, "~home.en", "d.js"), chunk);
  /** @type {Promise<Exports> | undefined} */
  let loading;
  /** @type {Promise<Exports> | undefined} */
  let there;
  run(
    {
      "ui/c.js": () => ({ c: 1 }),
      "ui/main.js": (_need, load) => {
        loading = load("../d.js");
        there = load("./c.js");
        return {};
      },
    },
    url,
    "ui/main.js",
  );
  assert.deepEqual(await loading, { d: 2, e: { e: true } });
  assert.deepEqual(await there, { c: 1 });
});

test("a module that failed is run again when it is loaded again", async () => {
  let times = 0;
  /** @type {(() => Promise<Exports>) | undefined} */
  let tryIt;
  run(
    {
      "a.js": () => {
        if (!times++) throw new Error("not yet");
        return { times };
      },
      "main.js": (_need, load) => {
        tryIt = () => load("./a.js");
        return {};
      },
    },
    "http://test/client/@1/~home.en.js",
    "main.js",
  );
  await assert.rejects(async () => tryIt?.(), /not yet/);
  assert.deepEqual(await tryIt?.(), { times: 2 });
});

test("what could not be fetched is fetched from another address, since browsers keep a failure", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bundle-"));
  await writeFile(join(folder, "package.json"), '{"type": "module"}');
  await mkdir(join(folder, "~home.en"));
  const url = pathToFileURL(join(folder, "~home.en.js")).href;
  /** @type {(() => Promise<Exports>) | undefined} */
  let tryIt;
  run(
    {
      "main.js": (_need, load) => {
        tryIt = () => load("./late.js");
        return {};
      },
    },
    url,
    "main.js",
  );
  await assert.rejects(async () => tryIt?.());
  const chunk = 'export default { "late.js": () => ({ from: import.meta.url }) };';
  await writeFile(join(folder, "~home.en", "late.js"), chunk);
  assert.deepEqual(await tryIt?.(), { from: url.replace(".js", "/late.js?1") });
});
