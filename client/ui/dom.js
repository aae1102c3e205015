import { toastError } from "./say.js";

/** @typedef {Node | string | number | false | null | undefined} Child */
/** @typedef {{ [name: string]: any }} Props */
/** @typedef {string | Props} Look of a button or a link: its classes, or all that is special about it */

const SVG = "http://www.w3.org/2000/svg";

/** The names of the handlers that `h` gave to an element, so that `morph` can carry them over. @type {WeakMap<Element, string[]>} */
const handlers = new WeakMap();

/**
 * Create an element: `h("p.small.soft", { lang: "en" }, "text")`. Of its props, which may be left out, `on...` are handlers,
 * `--...` are CSS variables, `data-key` is what `morph` tells siblings apart by, `true` is an empty attribute, false and
 * null are none; `value` and `checked` are what a field holds.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K | `${K}.${string}`} selector @param {[Props, ...Child[]] | Child[]} more
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(selector, ...more) {
  const [tag, ...classes] = selector.split(".");
  const [first] = more;
  const hasProps = typeof first === "object" && first && !(first instanceof Node);
  const props = hasProps ? first : {};
  const children = /** @type {Child[]} */ (hasProps ? more.slice(1) : more);
  const element = /** @type {HTMLElementTagNameMap[K]} */ (document.createElement(tag));
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  handlers.set(element, Object.keys(props).filter(isHandler));
  element.append(...children.filter((child) => child || child === 0).map(nodeOrText));
  return element;
}

/** @type {(name: string) => boolean} */
const isHandler = (name) => name.startsWith("on");

/** @type {(child: Child) => Node | string} */
const nodeOrText = (child) => (child instanceof Node ? child : String(child));

/** @type {(element: HTMLElement, name: string, value: any) => void} */
function setProp(element, name, value) {
  if (value === false || value == null) return;
  if (name.startsWith("--")) element.style.setProperty(name, String(value));
  else if (isHandler(name) || name === "value" || name === "checked")
    Object.assign(element, { [name]: value });
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** The picture of a suit. @type {(suit: number) => SVGElement} */
export const suitIcon = (suit) => picture(`suit-${suit}`);

/** An icon by its name: `undo` is the symbol `icon-undo`. Its text stands beside it, or is the label of its button. @type {(name: string) => SVGElement} */
export const icon = (name) => picture(`icon-${name}`, "icon");

/** One of the symbols in `index.html`. @type {(id: string, name?: string) => SVGElement} */
export const picture = (id, name = "") =>
  s("svg", { "aria-hidden": "true", class: name }, s("use", { href: `#${id}` }));

/** @type {<T extends HTMLElement = HTMLElement>(id: string) => T} */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

/** Focus the page without scrolling it. */
export const focusPage = () => byId("main")?.focus({ preventScroll: true });

/** The name of this site: `document.py` writes it into the page. */
export const siteName = () =>
  /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=application-name]")).content;

/**
 * Give an element these children and change as little as possible, so that focus, scrolling and typed text stay.
 * A child with a `data-key` takes the place of the child of the same key, wherever that is; the others are matched
 * in their order. Handlers have to come from `h`: those assigned to a property later are not carried over.
 * @param {Element} parent @param {Child[]} children
 */
export function morph(parent, ...children) {
  morphNodes(parent, [...h("div", ...children).childNodes]);
}

/** @param {Node} parent @param {ChildNode[]} fresh */
function morphNodes(parent, fresh) {
  const old = [...parent.childNodes];
  const keyed = new Map(old.map((node) => [keyOf(node), node]));
  const unkeyed = old.filter((node) => keyOf(node) === null);
  const wanted = fresh.map((node) => {
    const key = keyOf(node);
    const match = key === null ? unkeyed.shift() : keyed.get(key);
    keyed.delete(key);
    return morphed(match, node);
  });
  for (const node of old) if (!wanted.includes(node)) node.remove();
  for (const [i, node] of wanted.entries())
    if (parent.childNodes[i] !== node) parent.insertBefore(node, parent.childNodes[i] ?? null);
}

/** @type {(node: Node) => string | null} */
const keyOf = (node) => (node instanceof Element ? node.getAttribute("data-key") : null);

/** Return the old node in the likeness of the new one, or the new one if they are not of one kind. @type {(old: ChildNode | undefined, fresh: ChildNode) => ChildNode} */
function morphed(old, fresh) {
  if (!old || old.nodeName !== fresh.nodeName) return fresh;
  if (old instanceof Element && fresh instanceof Element) isSame(old, fresh) || morphElement(old, fresh);
  else if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
  return old;
}

/** Whether nothing is to be done, as far as the browser can say at once: handlers and the value of a field are no attributes. @type {(old: Element, fresh: Element) => boolean} */
const isSame = (old, fresh) =>
  !fresh.firstElementChild &&
  !("value" in fresh) &&
  !handlers.get(old)?.length &&
  !handlers.get(fresh)?.length &&
  old.isEqualNode(fresh);

/** @param {Element} old @param {Element} fresh */
function morphElement(old, fresh) {
  // An element that the reader has opened, or an action begun, stays so.
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && name !== "open" && name !== "aria-busy") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value)
      name === "style" ? copyStyle(old, fresh) : old.setAttribute(name, value);
  morphHandlers(old, fresh);
  if (fresh.matches("input, select") && old !== document.activeElement) {
    const { checked, value } = /** @type {HTMLInputElement} */ (fresh);
    Object.assign(old, { checked, value });
  }
  morphNodes(old, [...fresh.childNodes]);
}

/** @param {any} old @param {any} fresh */
function morphHandlers(old, fresh) {
  const names = handlers.get(fresh) ?? [];
  for (const name of handlers.get(old) ?? []) old[name] = null;
  for (const name of names) old[name] = fresh[name];
  handlers.set(old, names);
}

/** Not by the attribute, which the security policy forbids. @param {any} old @param {any} fresh */
function copyStyle(old, fresh) {
  for (const name of Array.from(fresh.style)) old.style.setProperty(name, fresh.style.getPropertyValue(name));
}

/** The properties of a button or a link. `name`: its name beside a picture; beside a text, the name of its subject. @type {(look: Look, label: Child | Child[], name?: string) => Props} */
export const propsOf = (look, label, name) => ({
  "aria-label": name && typeof label === "string" ? `${label}: ${name}` : name,
  ...(typeof look === "string" ? { class: look } : look),
});

/** A button that begins an action. @param {Child | Child[]} label @param {() => unknown} action @param {Look} [look] @param {string} [name] as of `propsOf` */
export const button = (label, action, look = {}, name = undefined) =>
  h(
    "button.btn",
    { type: "button", onclick: begins(action), ...propsOf(look, label, name) },
    ...[label].flat(),
  );

/**
 * The handler of an element that begins an action, in place of the browser's own. While that is not done,
 * another tap begins nothing. @type {(action: () => unknown) => (event: Event) => void}
 */
export const begins = (action) => (event) => {
  const element = /** @type {Element} */ (event.currentTarget);
  event.preventDefault();
  if (!element.hasAttribute("aria-busy")) showBusy(element, action());
};

/** Show that the action of an element is not done yet; and say so if it fails. @param {Element} element @param {unknown} begun */
export function showBusy(element, begun) {
  if (!(begun instanceof Promise)) return;
  element.setAttribute("aria-busy", "true");
  void begun.catch(toastError).finally(() => element.removeAttribute("aria-busy"));
}

/** Whether something was pressed since this page came: a dialog that an earlier press has begun, and that comes only now, is not shown. The router keeps it. */
export const press = { isHere: false };

/** A link within this site. @param {string} href @param {Child | Child[]} label @param {Look} [look] @param {string} [name] as of `propsOf` */
export const link = (href, label, look = {}, name = undefined) =>
  h("a", { href, ...propsOf(look, label, name) }, ...[label].flat());

/**
 * An SVG element, with presentation attributes only: the security policy allows no inline style.
 * @type {(tag: string, attributes?: { [name: string]: string | number }, ...children: Child[]) => SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return element;
}
