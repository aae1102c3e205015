/** How the modules of a bundle get to each other. The server puts this file before each bundle (web/pages/bundles.py). */

/** @typedef {{ [name: string]: any }} Exports */
/** @typedef {(need: (path: string) => Exports, load: (name: string) => Promise<Exports>, url: string) => Exports} Factory what a module does, once */
/** @typedef {{ [path: string]: Factory }} Factories */

/**
 * Run the module `main`. What it loads later and the bundle lacks is fetched with all that it imports.
 * @param {Factories} factories @param {string} url of the bundle @param {string} main
 */
export function run(factories, url, main) {
  /** @type {{ [path: string]: Exports }} */
  const modules = {};

  /** A module is run when it is needed first; it is run again only if that failed. @param {string} path @returns {Exports} */
  const need = (path) => {
    const { href } = new URL(path, url);
    modules[path] ??= factories[path](need, (name) => load(name, href), href);
    return modules[path];
  };

  const language = /\.(\w+)\.js/.exec(url)?.[1];

  /** It makes another address of each that is tried again: browsers do not ask for one that has failed. */
  let again = "";

  /** @param {string} name @param {string} from the address of the module that loads it */
  const load = async (name, from) => {
    const path = new URL(name, from).href.slice(new URL(".", url).href.length);
    // What came first stays: another version of it may come with a later bundle.
    if (!factories[path]) {
      const fetched = import(url.replace(/\.js$/, `/${path}${again}`));
      fetched.catch(() => (again = `${again || "?"}1`));
      const { default: more, texts } = await fetched;
      factories = { ...more, ...factories };
      if (texts) Object.assign(need(`i18n/${language}.js`).default, texts);
    }
    return need(path);
  };

  need(main);
}
