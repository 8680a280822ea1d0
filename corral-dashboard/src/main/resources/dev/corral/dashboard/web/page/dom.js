// The page's own few ways with the document. Text always goes in as text: names and keys are not ours.

const SVG = 'http://www.w3.org/2000/svg';

export const byId = (id) => document.getElementById(id);

/** An element with attributes and children; text among the children stays text. */
export function make(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

export function draw(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) put(element, name, value);
  element.append(...children);
  return element;
}

/** Sets text only where it differs, so that nothing is laid out, selected or read aloud anew for nothing. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The same for an attribute; null takes it away. */
export function put(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** A number and its unit in an element that has a place for each. */
export function figure(element, [number, unit]) {
  say(element.querySelector('.value'), number);
  say(element.querySelector('.unit'), unit);
}

/** The points of a line through values from 0 to top, in a box of this size; what is unknown is left out. */
export function linePoints(values, top, width, height) {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values
    .map((value, i) => [i * step, value])
    .filter(([, value]) => value !== null)
    .map(([x, value]) => `${x.toFixed(1)},${(height - (Math.min(value, top) / top) * height).toFixed(1)}`)
    .join(' ');
}
