// The figures of this second, each with its last minute.

import { byId, draw, figure, linePoints, make, put, say } from './dom.js';
import { count, millis, percent, rate, some, text } from './format.js';
import { lately, totals } from './totals.js';

const MINUTE = 60;
const WIDTH = 100;
const HEIGHT = 24;

const share = (part, all) => (all ? `${text(percent(part / all))} of questions` : 'nobody asks');

const TILES = [
  {
    name: 'loads',
    label: 'Origin loads',
    value: (tick, sum) => sum && sum.load,
    show: rate,
    note: (tick, sum) => (sum.asked ? `for ${count(sum.asked)} questions/s` : 'nobody asks'),
  },
  {
    name: 'hitRate',
    label: 'Fresh at once',
    value: (tick, sum) => (sum && sum.asked ? (sum.hit + sum.near) / sum.asked : null),
    show: percent,
    top: 1,
    note: (tick, sum) => (sum.near ? `${count(sum.near)}/s of them near` : `${count(sum.hit)} hits/s`),
  },
  {
    name: 'stale',
    label: 'Stale',
    value: (tick, sum) => sum && sum.stale,
    show: rate,
    note: (tick, sum) => share(sum.stale, sum.asked),
  },
  {
    name: 'miss',
    label: 'Missed',
    value: (tick, sum) => sum && sum.miss,
    show: rate,
    note: (tick, sum) => share(sum.miss, sum.asked),
  },
  {
    name: 'wait',
    label: 'Waited',
    value: (tick, sum) => sum && sum.wait,
    show: rate,
    note: (tick, sum) => (sum.waitP99 === null ? 'for others’ loads' : waitNote(tick.caches.length, sum.waitP99)),
  },
  {
    name: 'stolen',
    label: 'Stolen',
    value: (tick, sum) => sum && sum.stolen,
    show: rate,
    note: () => 'from silent loaders',
  },
  {
    name: 'servers',
    label: 'Servers up',
    ofServers: true,
    value: (tick) => (tick.servers.length ? tick.servers.filter((server) => server.state === 'up').length : null),
    show: (up) => [up === null ? '–' : String(up), ''],
    all: (tick) => tick.servers.length,
    note: (tick) => serverNote(tick.servers),
  },
  {
    name: 'trip',
    label: 'Round trip p99',
    ofServers: true,
    value: (tick) => (tick.trips?.count ? tick.trips.p99 : null),
    show: millis,
    note: (tick) => (tick.trips?.count ? `p50 ${text(millis(tick.trips.p50))}` : 'no requests'),
  },
];

const tiles = TILES.map((tile) => {
  const line = draw('polyline');
  const element = make(
    'article',
    { class: 'panel tile', 'data-tile': tile.name },
    make('h3', {}, tile.label),
    make('p', { class: 'figure' }, make('span', { class: 'value' }, '–'), make('span', { class: 'unit' })),
    make('p', { class: 'note' }),
    draw('svg', { viewBox: `0 -2 ${WIDTH} ${HEIGHT + 4}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, line),
  );
  byId('tiles').append(element);
  return { ...tile, element, line };
});

export function showTiles(view) {
  if (!view.last) return;
  const minute = lately(view.ticks, MINUTE).map((tick) => [tick, totals(tick)]);
  const [last, sum] = minute[minute.length - 1];
  for (const tile of tiles) {
    const value = tile.value(last, sum);
    const isKnown = tile.ofServers || sum !== null;
    const [number, unit] = tile.show(isKnown ? value : null);
    figure(tile.element, [number, tile.all?.(last) ? `of ${tile.all(last)}` : unit]);
    say(tile.element.querySelector('.note'), isKnown ? tile.note(last, sum) : 'not counted here');
    put(tile.element, 'data-none', value === null || value === undefined ? '' : null);
    const values = minute.map(([tick, each]) => tile.value(tick, each) ?? null);
    put(tile.line, 'points', linePoints(values, tile.top ?? Math.max(1e-9, ...values), WIDTH, HEIGHT));
  }
  const down = last.servers.some((server) => server.state === 'down');
  put(byId('tiles').querySelector('[data-tile="servers"]'), 'data-state', down ? 'down' : 'up');
}

function waitNote(caches, p99) {
  return `${caches > 1 ? 'slowest ' : ''}p99 ${text(millis(p99))}`;
}

function serverNote(servers) {
  if (!servers.length) return 'the store has none';
  const down = servers.filter((server) => server.state === 'down');
  if (down.length === 1) return `${down[0].name} is down`;
  if (down.length) return `${some(down.length, 'server')} down`;
  return servers.every((server) => server.state === 'up') ? 'all answer' : 'asking';
}
