// Whether the key's needle points into the arc that is lit, by where they are drawn.
const ring = document.querySelector("#ring svg");
const arc = document.querySelector("#ring path.lit");
const needle = document.querySelector("#ring .needle line");
const ROUNDING = 1e-4;

const box = ring.viewBox.baseVal;
const onScreen = (element, x, y) => new DOMPoint(x, y).matrixTransform(element.getScreenCTM());
const middle = onScreen(ring, box.x + box.width / 2, box.y + box.height / 2);
const angle = (element, { x, y }) => {
  const point = onScreen(element, x, y);
  return Math.atan2(point.y - middle.y, point.x - middle.x);
};
/** How far it is from one angle to another, clockwise. */
const turn = (from, to) => (to - from + 4 * Math.PI) % (2 * Math.PI);

const first = angle(arc, arc.getPointAtLength(0));
const last = angle(arc, arc.getPointAtLength(arc.getTotalLength()));
const pointed = angle(needle, { x: needle.x2.baseVal.value, y: needle.y2.baseVal.value });
return turn(first - ROUNDING, pointed) <= turn(first, last) + 2 * ROUNDING
  ? []
  : [`the needle is at ${pointed}, the lit arc from ${first} to ${last}`];
