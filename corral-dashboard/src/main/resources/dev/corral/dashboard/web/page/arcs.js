// The geometry of the ring: positions 0 to 2^32 - 1, clockwise from the top.

export const POSITIONS = 2 ** 32;

export function pointAt(position, radius) {
  const angle = (position / POSITIONS) * 2 * Math.PI;
  return [radius * Math.sin(angle), -radius * Math.cos(angle)];
}

/** The path of an arc from one position to another, both inclusive, for stroking. */
export function arc(from, to, radius) {
  const end = to + 1;
  // An arc that ends where it began is none to SVG, and one of half a circle has two ways to go.
  if (end - from > POSITIONS / 3) {
    const middle = from + Math.floor((end - from) / 2);
    return arc(from, middle - 1, radius) + arc(middle, to, radius);
  }
  return `M${at(from, radius)}A${radius} ${radius} 0 0 1 ${at(end, radius)}`;
}

function at(position, radius) {
  return pointAt(position, radius).map((value) => value.toFixed(2)).join(' ');
}

/** One path for each server, of all the arcs that it owns. */
export function paths({ servers, ends, owners }, radius) {
  const parts = servers.map(() => []);
  let from = 0;
  ends.forEach((end, i) => {
    parts[owners[i]].push(arc(from, end, radius));
    from = end + 1;
  });
  return parts.map((each) => each.join(''));
}

/** The arcs that a window of the ring shows, as [owner, from, to] with both ends inside it; windows may cross 0. */
export function inWindow({ ends, owners }, start, length) {
  const found = [];
  let at = start;
  while (at < start + length) {
    const position = ((at % POSITIONS) + POSITIONS) % POSITIONS;
    const i = firstAtLeast(ends, position);
    const to = Math.min(at + (ends[i] - position), start + length - 1);
    found.push([owners[i], at, to]);
    at = to + 1;
  }
  return found;
}

function firstAtLeast(ends, position) {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle] < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
