// What sticks out of the page at its right, and text that is cut off with nothing that tells the rest.
const complaints = [];
const width = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth > width) {
  complaints.push(`the page is ${document.documentElement.scrollWidth} px wide, the window ${width}`);
}
const name = (element) =>
  `${element.tagName}#${element.id}.${element.getAttribute("class")} "${element.textContent.trim().slice(0, 40)}"`;
const scrolls = (element) =>
  element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
const isForScreenReaders = (element) =>
  element
  && ((getComputedStyle(element).position === "absolute" && element.getBoundingClientRect().width <= 1)
    || isForScreenReaders(element.parentElement));
for (const element of document.body.querySelectorAll("*")) {
  if (!element.checkVisibility() || element.closest("svg")) continue;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (isForScreenReaders(element)) continue;
  if (box.right > width + 1 && !scrolls(element.parentElement)) {
    complaints.push(`${name(element)} ends at ${box.right.toFixed(0)} of ${width}`);
  }
  const ownText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const isCut = style.overflowX !== "visible" && !/auto|scroll/.test(style.overflowX)
    && element.scrollWidth > element.clientWidth + 1;
  if (ownText && isCut && !element.closest("[title]") && element.clientWidth > 1) {
    complaints.push(`${name(element)} is cut off: ${element.clientWidth} of ${element.scrollWidth} px`);
  }
}
return complaints;
