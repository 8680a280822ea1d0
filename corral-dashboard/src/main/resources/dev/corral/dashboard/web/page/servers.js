// The servers: who answers, since when, and what each carries.

import { byId, draw, linePoints, make, put, say } from './dom.js';
import { bytes, count, millis, percent, rate, some, span, text } from './format.js';
import { hue } from './ring.js';
import { lately } from './totals.js';

const MINUTE = 60;
/** So many are seen at a glance. Of more, those that are down come first. */
const MANY = 12;
const NAMED = 5;
const WIDTH = 96;
const HEIGHT = 24;
const STATES = { up: 'Up', down: 'Down', unknown: 'Not asked yet' };
/** Figures that have a second one below them. */
const NUMBERS = {
  requests: 'Requests',
  trip: 'p99',
  failed: 'Failed',
  gets: 'Gets',
  sets: 'Sets',
  traffic: 'Out per s',
  evictions: 'Evictions',
};
const SIGNS = { up: '●', down: '▲', unknown: '○' };

const body = byId('servers-table').querySelector('tbody');
const rows = new Map();
const indexes = new WeakMap();

export function showServers(view) {
  const { last, ticks, about } = view;
  if (!last || !about) return;
  const servers = last.servers.length > MANY ? [...last.servers].sort((a, b) => isDown(b) - isDown(a)) : last.servers;
  const table = byId('servers-table');
  table.hidden = !servers.length;
  table.toggleAttribute('data-many', servers.length > MANY);
  put(table, 'tabindex', servers.length > MANY ? 0 : null); // what scrolls can be scrolled by keys
  byId('servers-note').hidden = !servers.length;
  byId('servers-empty').hidden = servers.length > 0;
  say(byId('servers-sum'), summary(servers));
  if (!servers.length) say(byId('servers-empty'), without(about.store));

  keepRows(servers.map((server) => server.name));
  const minute = lately(ticks, MINUTE).map(byName);
  for (const server of servers) {
    const requests = minute.map((tick) => tick.get(server.name)?.requests ?? null);
    showRow(rows.get(server.name), server, requests, last.at, view.ring);
  }
}

function isDown(server) {
  return server.state === 'down';
}

function byName(tick) {
  if (!indexes.has(tick)) indexes.set(tick, new Map(tick.servers.map((server) => [server.name, server])));
  return indexes.get(tick);
}

function summary(servers) {
  const down = servers.filter(isDown).map((server) => server.name);
  if (!servers.length) return '';
  const up = servers.filter((server) => server.state === 'up').length;
  const names = down.length > NAMED ? `${down.slice(0, NAMED).join(', ')} …` : down.join(', ');
  return `${up} of ${servers.length} up${names && `; down: ${names}`}`;
}

function without(store) {
  return store === 'memory'
    ? 'The store is this process’s memory: it has no servers. With memcached://host:11211 they are shown here.'
    : 'The store tells of no servers.';
}

function keepRows(names) {
  const wanted = new Set(names);
  for (const [name, row] of rows) {
    if (!wanted.has(name)) {
      row.element.remove();
      rows.delete(name);
    }
  }
  for (const name of names) {
    if (!rows.has(name)) rows.set(name, makeRow(name));
  }
  names.forEach((name, i) => {
    const { element } = rows.get(name);
    if (body.children[i] !== element) body.insertBefore(element, body.children[i] ?? null);
  });
}

function makeRow(name) {
  const cell = (label, kind, ...children) => make('td', { 'data-label': label, class: kind }, ...children);
  const row = {};
  const pairOf = (kind) => {
    row[kind] = [make('span'), make('small')];
    return cell(NUMBERS[kind], 'number', ...row[kind]);
  };
  row.swatch = make('i', { class: 'swatch' });
  row.address = make('small');
  row.sign = make('i', { 'aria-hidden': 'true' });
  row.word = make('b');
  row.since = make('span');
  row.why = make('small');
  row.line = draw('polyline');
  row.memory = make('i');
  row.memoryText = make('small');
  const who = make('div', { class: 'who' }, row.swatch, make('span', { class: 'name' }, name), row.address);
  const box = { viewBox: `0 -2 ${WIDTH} ${HEIGHT + 4}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' };
  row.element = make(
    'tr',
    { 'data-server': name },
    make('th', { scope: 'row' }, who),
    cell('State', 'state', row.sign, row.word, ' ', row.since, row.why),
    pairOf('requests'),
    cell('Last minute', 'line', draw('svg', box, row.line)),
    ...['trip', 'failed', 'gets', 'sets', 'traffic'].map(pairOf),
    cell('Memory', 'memory', make('span', { class: 'bar' }, row.memory), row.memoryText),
    pairOf('evictions'),
  );
  return row;
}

function details({ name, address, version, spare, ejected }) {
  const shown = address.startsWith(`${name}:`) ? `port ${address.slice(name.length + 1)}` : address;
  return [address === name ? '' : shown, version, spare && 'spare', ejected && 'left out for now'];
}

function showRow(row, server, requests, now, ring) {
  const { stats } = server;
  put(row.element, 'data-state', server.state);
  hue(row.swatch, ring?.servers.findIndex((each) => each.name === server.name) ?? -1);
  say(row.address, details(server).filter(Boolean).join(' · '));
  say(row.sign, SIGNS[server.state]);
  say(row.word, STATES[server.state]);
  say(row.since, server.state === 'unknown' ? '' : `seen for ${span(now - server.since)}`);
  say(row.why, server.why ?? (stats ? tellProcess(stats) : ''));
  put(row.line, 'points', linePoints(requests, Math.max(1e-9, ...requests), WIDTH, HEIGHT));
  const { trips } = server;
  pair(row.requests, rate(server.requests), `${count(server.inFlight)} in flight`);
  pair(row.trip, millis(trips.count ? trips.p99 : null), trips.count ? `p50 ${text(millis(trips.p50))}` : '');
  pair(row.failed, rate(server.errors), server.timeouts ? `${text(rate(server.timeouts))} late` : '');
  put(row.failed[0], 'class', server.errors ? 'bad' : null);
  pair(row.gets, rate(stats?.gets), stats && stats.hitRate !== null ? `${text(percent(stats.hitRate))} found` : '');
  pair(row.sets, rate(stats?.sets), stats ? `${count(stats.items)} items` : '');
  pair(row.traffic, bytes(stats?.bytesOut), stats ? `in ${text(bytes(stats.bytesIn))}` : '');
  row.memory.style.width = stats?.limit ? `${Math.min(100, (100 * stats.bytes) / stats.limit)}%` : '0';
  say(row.memoryText, stats ? `${text(bytes(stats.bytes))} of ${text(bytes(stats.limit))}` : '–');
  pair(row.evictions, rate(stats?.evictions), '');
}

function pair([main, below], figure, words) {
  say(main, text(figure));
  say(below, words);
}

function tellProcess({ uptime, connections }) {
  return `started ${span(1000 * uptime)} ago, ${some(connections, 'connection')}`;
}
