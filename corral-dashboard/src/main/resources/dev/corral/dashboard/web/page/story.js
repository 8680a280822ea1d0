// The demo's story: each scene twice, side by side and by the same scales, so that the difference is seen at once.

import { byId, draw, make, put, say } from './dom.js';
import { count, millis, rate, some, text } from './format.js';

const WIDTH = 400;
const HEIGHT = 56;
const WAYS = ['naive', 'corral'];
const duration = (value) => text(millis(value));
const sum = (samples, name) => samples.reduce((all, sample) => all + sample[name], 0);
const most = (samples, name) => samples.reduce((all, sample) => Math.max(all, sample[name]), 0);

// The least a scale reaches to, so that a single query does not look like a storm.
const MEASURES = [
  {
    name: 'queries',
    label: 'Queries that reach the database',
    least: 10,
    value: perSecond('queries'),
    show: (value) => text(rate(value)),
    total: ({ samples, figures }) => count(figures?.queries ?? sum(samples, 'queries')),
  },
  {
    name: 'running',
    label: 'Its queue',
    least: 8,
    value: (sample) => sample.running,
    show: count,
    total: ({ samples }) => `${count(most(samples, 'running'))} at worst`,
  },
  {
    name: 'errors',
    label: 'Errors',
    least: 10,
    value: perSecond('errors'),
    show: (value) => text(rate(value)),
    total: ({ samples, figures }) => count(figures?.errors ?? sum(samples, 'errors')),
  },
  {
    name: 'p99',
    label: 'Callers’ p99',
    least: 50,
    value: (sample) => sample.p99,
    show: duration,
    total: ({ samples, figures }) =>
      figures ? duration(figures.p99) : `${duration(most(samples, 'p99'))} at worst`,
  },
];

const BADGES = { playing: 'playing', played: 'played', next: 'to come' };
const TITLES = { preparing: 'The demo begins', over: 'The demo is over', stopped: 'The demo was stopped' };

function perSecond(name) {
  return (sample, length) => sample[name] / length;
}

const COLUMNS = [
  ['queries', count],
  ['p99', duration],
  ['errors', count],
  ['old', count],
];

const stage = byId('story-ways');
const summary = byId('story-results');
const ways = Object.fromEntries(WAYS.map((way) => [way, buildWay(way)]));

function buildWay(way) {
  const element = document.querySelector(`#story [data-way="${way}"]`);
  const measures = MEASURES.map((measure) => {
    const built = {
      total: make('b', { class: 'value' }, '–'),
      times: make('em'),
      scale: make('small'),
      area: draw('path', { class: 'area' }),
      line: draw('path', { class: 'stroke' }),
      marks: draw('g', { class: 'marks' }),
    };
    const box = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' };
    element.querySelector('.measures').append(
      make(
        'div',
        { class: 'measure', 'data-measure': measure.name },
        make('h4', {}, measure.label),
        make('p', {}, built.times, built.total),
        draw('svg', box, built.marks, built.area, built.line),
        built.scale,
      ),
    );
    return built;
  });
  const events = make('ol', { class: 'events', 'aria-label': 'What happened' });
  element.append(events);
  return { element, measures, events, badge: element.querySelector('.badge') };
}

export function showStory({ about, story }) {
  byId('story').hidden = !about?.story;
  if (!story) return;
  const { scene, phase } = story;
  put(byId('story'), 'data-phase', phase);
  showScenes(story);
  const isPlaying = phase === 'playing' && scene;
  const number = isPlaying ? `Scene ${scene.number} of ${story.scenes.length}` : 'The demo';
  say(byId('story-number'), isPlaying && story.note ? `${number} · ${story.note}` : number);
  say(byId('story-title'), isPlaying ? scene.title : TITLES[phase] ?? '');
  say(byId('story-text'), isPlaying ? scene.story : phase === 'preparing' ? waitingFor(story.note) : lastWords(story));
  if (story.cast) say(byId('story-cast'), tellCast(story.cast));
  showWays(scene, phase);
  showResults(story.results);
  // What is left at the end is the sum of it.
  const [first, second] = phase === 'over' || phase === 'stopped' ? [summary, stage] : [stage, summary];
  if (first.nextElementSibling !== second) first.after(second);
}

function tellCast({ processes, callersEach, reads, queryMillis, patienceMillis, cache }) {
  return [
    `Processes: ${processes}, with ${some(callersEach, 'caller')} each.`,
    `The database works on ${reads} queries at a time, each takes ${duration(queryMillis)};`,
    `who waits ${duration(patienceMillis)} for it gives up.`,
    `The cache: ${cache}.`,
  ].join(' ');
}

function waitingFor(note) {
  return note ? `${note[0].toUpperCase()}${note.slice(1)} …` : '';
}

function lastWords({ results }) {
  if (!results.length) return '';
  const naive = results.reduce((all, each) => all + each.naive.queries, 0);
  const corral = results.reduce((all, each) => all + each.corral.queries, 0);
  return `In all the database was asked ${count(naive)} times the naive way, and ${count(corral)} times with Corral.`;
}

function showScenes({ scenes, scene, results, phase }) {
  const list = byId('story-scenes');
  while (list.children.length < scenes.length) list.append(make('li', {}, make('b'), make('span')));
  const done = new Set(results.map(({ number }) => number));
  scenes.forEach(({ number, title }, i) => {
    const item = list.children[i];
    const isNow = phase === 'playing' && scene?.number === number;
    put(item, 'data-state', isNow ? 'now' : done.has(number) ? 'done' : 'next');
    put(item, 'aria-current', isNow ? 'step' : null);
    say(item.children[0], done.has(number) && !isNow ? '✓' : String(number));
    say(item.children[1], title);
  });
}

function showWays(scene, phase) {
  const empty = { samples: [], figures: null };
  const runs = Object.fromEntries(WAYS.map((way) => [way, scene?.[way] ?? empty]));
  const seconds = scene?.seconds ?? 1;
  const curves = Object.fromEntries(WAYS.map((way) => [way, curvesOf(runs[way].samples)]));
  // The other way has the same scale, also before it is played.
  const all = WAYS.flatMap((way) => curves[way]);
  const tops = MEASURES.map(({ least }, i) => all.reduce((top, { values }) => Math.max(top, values[i]), least));
  for (const way of WAYS) {
    const { element, measures, events, badge } = ways[way];
    const isPlaying = phase === 'playing' && scene?.way === way;
    const state = isPlaying ? 'playing' : runs[way].samples.length ? 'played' : 'next';
    put(element, 'data-state', state);
    // Once all is over, the title tells of all: here is what this was.
    const isLast = phase !== 'playing' && scene;
    say(badge, isLast ? `scene ${scene.number}` : BADGES[state]);
    const happened = runs[way].samples.flatMap(({ at, events: notes }) => notes.map((note) => [at, note]));
    measures.forEach((built, i) => {
      say(built.total, runs[way].samples.length ? MEASURES[i].total(runs[way]) : '–');
      if (MEASURES[i].name === 'queries') say(built.times, way === 'corral' ? fewer(runs) : '');
      say(built.scale, `to ${MEASURES[i].show(tops[i])}`);
      const across = (at) => (at / seconds) * WIDTH;
      const up = (value) => HEIGHT - (value / tops[i]) * (HEIGHT - 2);
      drawCurve(built, curves[way].map(({ at, values }) => [across(at), up(values[i])]));
      drawMarks(built.marks, happened.map(([at]) => across(at)));
    });
    showEvents(events, happened);
  }
}

/** How many times less the database was asked, once both ways are played. */
function fewer({ naive, corral }) {
  const times = naive.figures && corral.figures?.queries ? naive.figures.queries / corral.figures.queries : 0;
  return times >= 2 ? `${count(Math.floor(times))} × fewer` : '';
}

function curvesOf(samples) {
  return samples.map((sample, i) => {
    const length = sample.at - (samples[i - 1]?.at ?? 0) || 1;
    return { at: sample.at, values: MEASURES.map(({ value }) => value(sample, length)) };
  });
}

function drawCurve({ area, line }, points) {
  const d = points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  put(line, 'd', d);
  const [first, last] = [points[0], points[points.length - 1]];
  put(area, 'd', points.length ? `${d}L${last[0].toFixed(1)} ${HEIGHT}L${first[0].toFixed(1)} ${HEIGHT}Z` : '');
}

function drawMarks(group, places) {
  while (group.children.length > places.length) group.lastChild.remove();
  places.forEach((x, i) => {
    const mark = group.children[i] ?? group.appendChild(draw('line', { y1: 0, y2: HEIGHT }));
    put(mark, 'x1', x.toFixed(1));
    put(mark, 'x2', x.toFixed(1));
  });
}

function showEvents(list, happened) {
  while (list.children.length > happened.length) list.lastChild.remove();
  happened.forEach(([at, note], i) => {
    const item = list.children[i] ?? list.appendChild(make('li', {}, make('b'), make('span')));
    say(item.children[0], text([at.toFixed(1), 's']));
    say(item.children[1], note);
  });
}

function showResults(all) {
  summary.hidden = !all.length;
  const table = summary.querySelector('tbody');
  while (table.children.length > all.length) table.lastChild.remove();
  all.forEach(({ number, title, naive, corral }, i) => {
    const row = table.children[i] ?? table.appendChild(makeResult());
    say(row.children[0], `${number}. ${title}`);
    COLUMNS.flatMap(([name, show]) => [show(naive[name]), show(corral[name])])
      .forEach((words, cell) => say(row.children[cell + 1], words));
  });
}

function makeResult() {
  const pair = () => [make('td'), make('td', { class: 'ours' })];
  return make('tr', {}, make('th', { scope: 'row' }), ...COLUMNS.flatMap(pair));
}
