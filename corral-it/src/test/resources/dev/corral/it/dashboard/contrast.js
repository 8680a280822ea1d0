// Every text that can be seen and has too little contrast with what is behind it (WCAG 2.2, AA).
const parse = (colour) => {
  const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
  return { r, g, b, a };
};
const over = (front, back) => ({
  r: front.r * front.a + back.r * (1 - front.a),
  g: front.g * front.a + back.g * (1 - front.a),
  b: front.b * front.a + back.b * (1 - front.a),
  a: 1,
});
const luminance = ({ r, g, b }) => {
  const [x, y, z] = [r, g, b].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const ratio = (one, other) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};
const lineage = (element) => (element ? [...lineage(element.parentElement), element] : []);
const toRgb = (() => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  return (colour) => {
    if (/^rgba?\(/.test(colour)) return parse(colour);
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return { r, g, b, a: a / 255 };
  };
})();

const complaints = new Set();
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let text = texts.nextNode(); text; text = texts.nextNode()) {
  const element = text.parentElement;
  const words = text.textContent.trim();
  if (!words || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
  if (element.closest("script, style, option, [disabled]")) continue;
  const style = getComputedStyle(element);
  const opacity = lineage(element).reduce((all, one) => all * getComputedStyle(one).opacity, 1);
  const back = lineage(element).reduce(
    (below, one) => over(toRgb(getComputedStyle(one).backgroundColor), below),
    { r: 255, g: 255, b: 255, a: 1 });
  const ink = toRgb(element instanceof SVGElement ? style.fill : style.color);
  const front = over({ ...ink, a: ink.a * opacity }, back);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const found = ratio(front, back);
  if (found < (isLarge ? 3 : 4.5)) {
    complaints.add(`${found.toFixed(2)}: "${words.slice(0, 40)}" in ${element.tagName}.${element.getAttribute("class")}`);
  }
}
return [...complaints];
