// The ring: who owns what, where a key falls, and what a change of servers would move.

import { arc, inWindow, paths, pointAt, POSITIONS } from './arcs.js';
import { byId, draw, make, put, say } from './dom.js';
import { percent, some, text } from './format.js';
import { ask } from './stream.js';

const INNER = 120;
const RADIUS = 170;
const OUTER = 202;
const EDGE = 211;
const AFTER_TYPING = 200;
/** How much of the ring around a key is shown enlarged, in lengths of the arc that it falls into. */
const AROUND = 4;
const STRIP = 320;

const svg = draw('svg', { viewBox: '-220 -220 440 440', role: 'img', 'aria-labelledby': 'ring-title ring-sum' });
const arcs = draw('g', { class: 'arcs' });
const moved = draw('g');
const found = draw('g');
const middle = ['big', 'small'].map((kind, i) => draw('text', { class: kind, y: i ? 22 : 2 }));
svg.append(draw('circle', { class: 'bed', r: RADIUS }), arcs, moved, found, ...middle);
byId('ring-body').querySelector('.picture').append(svg);

let ring = null;
let pinned = null;
let lookedUp = null;
let preview = null;

/** Gives an element the colour of the server at this place of the ring: neighbours in the list are far apart in hue. */
export function hue(element, index) {
  if (index < 0) element.style.removeProperty('--hue');
  else element.style.setProperty('--hue', ((175 + index * 137.508) % 360).toFixed(1));
}

export function showRing(view) {
  if (!view.about) return;
  byId('ring-body').hidden = !view.ring && Boolean(view.last);
  byId('ring-empty').hidden = !byId('ring-body').hidden;
  const isMemory = view.about.store === 'memory';
  say(byId('ring-empty'), isMemory ? 'Memory needs no ring: every key is here.' : 'The store tells of no servers.');
  if (view.ring && view.ring !== ring) {
    ring = view.ring;
    if (!ring.servers.some(({ name }) => name === pinned)) pinned = null;
    lookedUp = null; // its numbers are those of the ring before
    drawRing();
    drawFall(null);
    // What was asked of the ring before is asked of this one.
    if (byId('key').value) lookUp();
    if (preview) showPreview(preview.parameters);
  }
  if (ring && view.last) {
    const states = new Map(view.last.servers.map((server) => [server.name, server.state]));
    for (const element of [...arcs.children, ...byId('shares').children]) {
      put(element, 'data-state', states.get(element.dataset.server) ?? 'unknown');
    }
  }
}

function drawRing() {
  arcs.replaceChildren(
    ...paths(ring, RADIUS).map((d, i) => {
      const { name } = ring.servers[i];
      const path = draw('path', { class: 'arc', d, 'data-server': name });
      hue(path, i);
      path.addEventListener('pointerenter', () => highlight(name));
      path.addEventListener('pointerleave', () => highlight(pinned));
      return path;
    }),
  );
  const points = ring.servers.reduce((sum, server) => sum + server.points, 0);
  say(byId('ring-sum'), `${ring.dialect}, ${some(ring.servers.length, 'server')}, ${some(points, 'point')}`);
  const remove = byId('preview-remove');
  const chosen = remove.value;
  remove.replaceChildren(remove.options[0], ...ring.servers.map(({ name }) => make('option', { value: name }, name)));
  remove.value = ring.servers.some(({ name }) => name === chosen) ? chosen : '';
  showShares(unchanged());
}

function unchanged() {
  return ring.servers.map((server) => ({ ...server, before: server.share }));
}

function indexOf(name) {
  const index = ring.servers.findIndex((server) => server.name === name);
  return index < 0 ? ring.servers.length : index;
}

function showShares(servers) {
  const most = Math.max(...servers.map(({ share, before }) => Math.max(share, before ?? 0)));
  byId('shares').replaceChildren(
    ...servers.map(({ name, share, before }) => {
      const isSame = before !== null && text(percent(before)) === text(percent(share));
      const was = isSame ? [] : [make('small', {}, before === null ? 'new' : text(percent(before))), ' → '];
      const now = make('i');
      now.style.width = `${(100 * share) / most}%`;
      const then = make('s');
      then.style.width = `${(100 * (before ?? 0)) / most}%`;
      const button = make(
        'button',
        { type: 'button', 'aria-pressed': String(pinned === name) },
        make('i', { class: 'swatch', 'aria-hidden': 'true' }),
        make('span', { class: 'name' }, name),
        make('span', { class: 'share' }, ...was, make('b', {}, text(percent(share)))),
        make('span', { class: 'bar', 'aria-hidden': 'true' }, then, now),
      );
      hue(button, indexOf(name));
      button.addEventListener('pointerenter', () => highlight(name));
      button.addEventListener('pointerleave', () => highlight(pinned));
      button.addEventListener('focus', () => highlight(name));
      button.addEventListener('blur', () => highlight(pinned));
      button.addEventListener('click', () => pin(name));
      return make('li', { 'data-server': name }, button);
    }),
  );
}

/** A touch has no hover: a tap keeps a server lit until the next one. */
function pin(name) {
  pinned = pinned === name ? null : name;
  for (const { firstChild: button, dataset } of byId('shares').children) {
    put(button, 'aria-pressed', String(dataset.server === pinned));
  }
  highlight(pinned);
}

function highlight(name) {
  for (const path of arcs.children) path.classList.toggle('dim', name !== null && path.dataset.server !== name);
  const server = ring.servers.find((each) => each.name === name);
  if (server) tellMiddle(server.name, `${text(percent(server.share))} of all keys`);
  else if (lookedUp) tellMiddle(ring.servers[lookedUp.server].name, hex(lookedUp.position));
  else tellMiddle(some(ring.servers.length, 'server'), ring.dialect);
}

function tellMiddle(big, small) {
  say(middle[0], big.length > 20 ? `${big.slice(0, 19)}…` : big);
  put(middle[0], 'data-long', big.length > 12 ? '' : null);
  say(middle[1], small);
}

function hex(position) {
  return `0x${position.toString(16).padStart(8, '0')}`;
}

/** Of several questions in a row, only the last one's answer counts. */
function latest() {
  let asked = 0;
  return async (question, then) => {
    const mine = ++asked;
    try {
      const answer = await question();
      if (mine === asked) then(answer, null);
    } catch (problem) {
      if (mine === asked) then(null, problem.message);
    }
  };
}

function answer(element, state, ...words) {
  put(element, 'data-state', state);
  element.replaceChildren(...words);
}

const latestKey = latest();
const latestPreview = latest();

function lookUp() {
  const key = byId('key').value;
  latestKey(
    () => (key ? ask('/api/key', { key }) : null),
    (fall, problem) => {
      if (fall && !ring?.servers[fall.server]) return; // of a ring that is yet to come: then it is asked anew
      lookedUp = fall;
      drawFall(fall);
      put(byId('key'), 'aria-invalid', problem ? 'true' : null);
      if (problem) answer(byId('key-result'), 'bad', problem);
      else if (fall) answer(byId('key-result'), 'good', tellFall(fall), strip(fall));
      else answer(byId('key-result'), 'none', 'Type a key as the servers see it, with its prefix.');
    },
  );
}

function tellFall({ key, position, server, next }) {
  const then = next.slice(0, 2).map((i) => ring.servers[i].name);
  return make(
    'span',
    {},
    make('code', {}, key),
    ' falls at ',
    make('code', {}, hex(position)),
    ' on ',
    make('strong', {}, ring.servers[server].name),
    then.length ? `. If it is down: ${then.join(', then ')}.` : '.',
  );
}

function drawFall(fall) {
  arcs.classList.toggle('asked', Boolean(fall));
  if (!fall) {
    found.replaceChildren();
  } else {
    const { name } = ring.servers[fall.server];
    const { from, to, position } = fall;
    const place = { 'data-server': name, 'data-from': from, 'data-to': to };
    const lit = draw('path', { class: 'lit', d: arc(from, to, RADIUS), ...place });
    hue(lit, fall.server);
    const [x1, y1] = pointAt(position, INNER);
    const [x2, y2] = pointAt(position, EDGE);
    const line = draw('line', { x1, y1, x2, y2 });
    const head = draw('circle', { cx: x2, cy: y2, r: 6 });
    found.replaceChildren(lit, draw('g', { class: 'needle', 'data-position': position }, line, head));
  }
  if (ring) highlight(pinned);
}

/** The key's neighbourhood, enlarged: most arcs are too short to be seen on the ring. */
function strip({ position, from, to }) {
  const length = Math.min(POSITIONS, (to - from + 1) * AROUND);
  const start = Math.round((from + to + 1 - length) / 2);
  const place = (at) => ((at - start) / length) * STRIP;
  const bars = inWindow(ring, start, length).map(([owner, first, last]) => {
    const bar = draw('rect', { x: place(first), y: 8, width: Math.max(0, place(last + 1) - place(first)), height: 16 });
    hue(bar, owner);
    return bar;
  });
  return draw(
    'svg',
    { class: 'strip', viewBox: `0 0 ${STRIP} 32`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    ...bars,
    draw('line', { x1: place(position), x2: place(position), y1: 0, y2: 32 }),
  );
}

function showPreview(parameters) {
  preview = parameters && { parameters };
  latestPreview(
    () => (parameters ? ask('/api/preview', parameters) : null),
    (change, problem) => {
      drawMoved(change);
      put(byId('preview-add'), 'aria-invalid', problem && parameters.add ? 'true' : null);
      const result = byId('preview-result');
      if (problem) answer(result, 'bad', problem);
      else if (change) answer(result, 'good', ...tellMoved(change.moved, Boolean(parameters.remove)));
      else answer(result, 'none', 'This only computes. A weight follows a =, as in cache9:11211=2.');
      if (ring) showShares(change ? [...change.servers].sort((a, b) => isNews(b) - isNews(a)) : unchanged());
    },
  );
}

/** Who comes or goes is told first. */
function isNews({ share, before }) {
  return before === null || share === 0;
}

function tellMoved(moved, isRemoval) {
  const share = make('strong', {}, text(percent(moved)));
  return [share, ` of all keys move when it ${isRemoval ? 'goes' : 'comes'}; the others stay.`];
}

function drawMoved(change) {
  const byTarget = new Map();
  for (const [from, to, , target] of change?.ranges ?? []) {
    byTarget.set(target, (byTarget.get(target) ?? '') + arc(from, to, OUTER));
  }
  moved.replaceChildren(
    ...[...byTarget].map(([name, d]) => {
      const path = draw('path', { class: 'moved', d, 'data-server': name });
      hue(path, indexOf(name));
      return path;
    }),
  );
}

let typing = 0;
byId('key').addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(lookUp, AFTER_TYPING);
});
byId('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  clearTimeout(typing);
  lookUp();
});

byId('preview').addEventListener('submit', (event) => {
  event.preventDefault();
  const add = byId('preview-add').value.trim();
  const remove = byId('preview-remove').value;
  if (add) byId('preview-remove').value = '';
  showPreview(add ? { add } : remove ? { remove } : null);
});
byId('preview').addEventListener('reset', () => showPreview(null));
byId('preview-remove').addEventListener('change', (event) => {
  byId('preview-add').value = '';
  showPreview(event.target.value ? { remove: event.target.value } : null);
});
