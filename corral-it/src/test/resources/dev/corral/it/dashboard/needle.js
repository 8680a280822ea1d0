// Whether the key's needle points into the arc that is lit, by their shapes.
const arc = document.querySelector("#ring path.lit");
const needle = document.querySelector("#ring .needle");
const svg = document.querySelector("#ring svg");
const line = needle instanceof SVGGeometryElement ? needle : needle.querySelector("line, path");
const toArc = arc.getScreenCTM().inverse();
const onScreen = (point, from) => point.matrixTransform(from.getScreenCTM());
const box = svg.viewBox.baseVal;
const middle = onScreen(new DOMPoint(box.x + box.width / 2, box.y + box.height / 2), svg);
const ends = [0, line.getTotalLength()].map((at) => onScreen(line.getPointAtLength(at), line));
const far = ends.sort((a, b) => Math.hypot(b.x - middle.x, b.y - middle.y) - Math.hypot(a.x - middle.x, a.y - middle.y))[0];
const reach = Math.hypot(far.x - middle.x, far.y - middle.y);
const radius = svg.getBoundingClientRect().width;
for (let at = 0; at < radius; at += 0.25) {
  const point = new DOMPoint(
    middle.x + ((far.x - middle.x) / reach) * at, middle.y + ((far.y - middle.y) / reach) * at);
  if (arc.isPointInFill(point.matrixTransform(toArc))) return [];
}
return ["the needle does not point into the lit arc"];
