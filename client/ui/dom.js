/** @typedef {Node | string | number | false | null | undefined} Child */

const HANDLERS = /** @type {const} */ (["onclick", "onchange", "oninput", "onsubmit", "onkeydown"]);
const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. Of its props, `on...` are handlers, `--...` are CSS variables, `true` is an empty attribute,
 * false and null are none; `value` and `checked` are what a field holds.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {{ [name: string]: any }} [props] @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  element.append(...children.filter((child) => child || child === 0).map(nodeOrText));
  return element;
}

/** @type {(child: Child) => Node | string} */
const nodeOrText = (child) => (child instanceof Node ? child : String(child));

/** @type {(element: HTMLElement, name: string, value: any) => void} */
function setProp(element, name, value) {
  if (value === false || value == null) return;
  if (name.startsWith("--")) element.style.setProperty(name, String(value));
  else if (name.startsWith("on") || name === "value" || name === "checked")
    Object.assign(element, { [name]: value });
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** The suit's picture. @type {(suit: number) => SVGElement} */
export const suitIcon = (suit) => icon(`u${suit}`);

/** A picture of those in the page. @type {(id: string) => SVGElement} */
export function icon(id) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

/** @type {<T extends HTMLElement = HTMLElement>(id: string) => T} */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * Lets an element have these children, changing as little as possible, so that focus and typed text stay.
 * @param {Element} parent @param {Child[]} children
 */
export function morph(parent, ...children) {
  const fresh = h("div", {}, ...children);
  morphNodes(parent, [...fresh.childNodes]);
}

/** @param {Node} parent @param {ChildNode[]} nodes */
function morphNodes(parent, nodes) {
  for (const [i, node] of nodes.entries()) {
    const old = parent.childNodes[i];
    if (!old) parent.appendChild(node);
    else if (!isAlike(old, node)) old.replaceWith(node);
    else if (old instanceof Element && node instanceof Element) morphElement(old, node);
    else if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
  }
  while (parent.childNodes.length > nodes.length) parent.lastChild?.remove();
}

/** @type {(a: Node, b: Node) => boolean} */
const isAlike = (a, b) => a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

/** @type {(node: Node) => string | null} */
const keyOf = (node) => (node instanceof Element ? node.getAttribute("data-key") : null);

/** @param {Element} old @param {Element} fresh */
function morphElement(old, fresh) {
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value)
      name === "style" ? copyStyle(old, fresh) : old.setAttribute(name, value);
  for (const name of HANDLERS) Object.assign(old, { [name]: /** @type {any} */ (fresh)[name] });
  if (fresh instanceof HTMLInputElement || fresh instanceof HTMLSelectElement)
    if (old !== document.activeElement)
      Object.assign(old, { value: fresh.value, checked: /** @type {any} */ (fresh).checked });
  morphNodes(old, [...fresh.childNodes]);
}

/** Not by the attribute, which the security policy forbids. @param {any} old @param {any} fresh */
function copyStyle(old, fresh) {
  for (const name of fresh.style) old.style.setProperty(name, fresh.style.getPropertyValue(name));
}

/** A button. @param {Child | Child[]} label @param {() => void} onclick @param {object} [props] */
export const button = (label, onclick, props = {}) =>
  h(
    "button",
    { type: "button", class: "btn", onclick, ...props },
    ...(Array.isArray(label) ? label : [label]),
  );

/** A link of this site. @param {string} href @param {Child} label @param {object} [props] */
export const link = (href, label, props = {}) => h("a", { href, ...props }, label);

/** Says something to who listens to the page. @param {string} text */
export function announce(text) {
  byId("live").textContent = text;
}

/** @type {ReturnType<typeof setTimeout>} */
let toastTimer;

/** Shows and says something for a moment. @param {string} text */
export function toast(text) {
  const element = byId("toast");
  element.textContent = text;
  element.classList.add("on");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => element.classList.remove("on"), 3500);
}
