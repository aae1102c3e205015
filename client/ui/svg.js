/** @import { Child } from "./dom.js" */

/**
 * An SVG element, with presentation attributes only: the security policy allows no inline style.
 * @type {(tag: string, attributes?: { [name: string]: string | number }, ...children: Child[]) => SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return element;
}
