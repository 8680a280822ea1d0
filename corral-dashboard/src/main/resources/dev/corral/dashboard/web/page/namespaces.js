// Namespaces: how full the evidence is and what that costs, the flush under way, and what is invalidated.

import { byId, draw, make, put, say } from './dom.js';
import { count, percent, rate, span, text } from './format.js';

/** So full, the evidence lets a quarter of the untouched namespaces be looked up for nothing. */
const FULL = 0.5;
const ARC = 'M10 60A50 50 0 0 1 110 60';

const body = (id) => byId(id).querySelector('.body');

const gauge = draw('path', { class: 'level', d: ARC, pathLength: 100 });
const fill = make('b');
const meaning = make('p');
const numbers = ['Bits set', 'Touched, about', 'Look-ups', 'Needless'].map((label) => [label, make('dd')]);
body('evidence').append(
  make(
    'div',
    { class: 'gauge' },
    draw('svg', { viewBox: '0 0 120 66', 'aria-hidden': 'true' }, draw('path', { class: 'scale', d: ARC }), gauge),
    make('p', {}, fill, make('span', {}, 'full')),
  ),
  make(
    'div',
    {},
    meaning,
    make('dl', {}, ...numbers.map(([label, value]) => make('div', {}, make('dt', {}, label), value))),
  ),
);

const bar = make('i');
const progress = make('div', { class: 'progress', role: 'progressbar', 'aria-label': 'Rolling flush' }, bar);
const left = make('b');
const flushText = make('p');
body('flush').append(make('p', { class: 'figure' }, left), progress, flushText);

const fields = make('ul');
const noFields = make('p');
body('invalidations').append(fields, noFields);

export function showNamespaces({ last, about }) {
  if (!last || !about) return;
  const all = last.namespaces;
  byId('namespaces').classList.toggle('none', !all);
  byId('namespaces-empty').hidden = Boolean(all);
  if (!all) {
    say(byId('namespaces-empty'), 'None are shown: the store can’t compare and swap, or the dashboard was given none.');
    return;
  }
  showEvidence(all);
  showFlush(all, last.at);
  showInvalidations(all.invalidations, about.counts);
}

function showEvidence({ evidence, fault, reads, lookUps, needless }) {
  put(byId('evidence'), 'data-state', fault ? 'fault' : evidence ? 'known' : 'none');
  const share = evidence?.fill ?? null;
  put(gauge, 'stroke-dasharray', `${100 * (share ?? 0)} 200`);
  put(gauge, 'data-state', share === null || share <= FULL ? 'low' : 'high');
  say(fill, text(percent(share)));
  say(meaning, fault ? `It can’t be read: ${fault}.` : tellEvidence(evidence));
  const values = [
    evidence ? `${count(evidence.touchedBits)} of ${count(evidence.bits)}` : '–',
    evidence ? count(evidence.touched) : '–',
    reads ? `${text(rate(lookUps))} of ${text(rate(reads))}` : text(rate(lookUps)),
    text(rate(needless)),
  ];
  numbers.forEach(([, element], i) => say(element, values[i]));
}

function tellEvidence(evidence) {
  if (!evidence) return 'There is none yet. The first read in a namespace makes it.';
  if (!evidence.bits) return 'It is switched off: every read looks its namespaces up.';
  const spares = `${text(percent(evidence.quality))} of the untouched namespaces need no look-up.`;
  return evidence.fill > FULL ? `${spares} A flush empties it; more bits keep it emptier.` : spares;
}

function showFlush({ evidence }, now) {
  const flush = evidence?.flush;
  const isOn = Boolean(flush) && flush.progress < 1;
  put(byId('flush'), 'data-state', isOn ? 'on' : 'off');
  bar.style.width = isOn ? `${100 * flush.progress}%` : '0';
  progress.hidden = !isOn;
  put(progress, 'aria-valuenow', isOn ? Math.round(100 * flush.progress) : null);
  say(left, isOn ? text(percent(flush.progress)) : 'None');
  say(
    flushText,
    isOn
      ? `${span(flush.end - now)} left of ${span(flush.end - flush.start)}: one by one, so that loads come evenly.`
      : 'A rolling flush empties all namespaces over a period, instead of at once.',
  );
}

function showInvalidations(invalidations, isCounted) {
  noFields.hidden = invalidations.length > 0;
  say(noFields, isCounted ? 'None in this process so far.' : 'They are counted in the processes that make them.');
  const most = Math.max(1, ...invalidations.map(({ total }) => total));
  while (fields.children.length > invalidations.length) fields.lastChild.remove();
  invalidations.forEach(({ field, rate: perSecond, total }, i) => {
    const item = fields.children[i] ?? fields.appendChild(makeField());
    put(item, 'data-field', field);
    const [name, speed, sum, line] = item.querySelectorAll('.name, small, b, i');
    say(name, field);
    say(speed, text(rate(perSecond)));
    say(sum, count(total));
    line.style.width = `${(100 * total) / most}%`;
  });
}

function makeField() {
  const line = make('span', { class: 'bar', 'aria-hidden': 'true' }, make('i'));
  return make('li', {}, make('span', { class: 'name' }), make('small'), make('b'), line);
}
