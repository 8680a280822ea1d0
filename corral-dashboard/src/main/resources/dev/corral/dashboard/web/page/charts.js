// The last minutes of one cache, or of all: how callers were answered, what was loaded, how long it took.

import { byId, make, say } from './dom.js';
import { clock, count, millis, rate, text } from './format.js';
import { totals } from './totals.js';

const uPlot = window.uPlot;
const LEAST_SHOWN = 30;
const perSecond = (value) => text(rate(value));
const duration = (value) => text(millis(value));

// Areas stand on each other, the first at the bottom; lines are apart.
const CHARTS = [
  {
    name: 'answers',
    show: perSecond,
    series: [
      { kind: 'hit', label: 'fresh', area: true },
      { kind: 'near', label: 'near', area: true },
      { kind: 'stale', label: 'stale', area: true },
      { kind: 'miss', label: 'missed', area: true },
      { kind: 'wait', label: 'waited' },
      { kind: 'stolen', label: 'stolen' },
      { kind: 'fellBack', label: 'fell back', dash: [6, 3] },
      { kind: 'storeError', label: 'errors' },
    ],
    value: (kind, tick, sum) => (sum ? sum[kind] : null),
  },
  {
    name: 'loads',
    show: perSecond,
    series: [
      { kind: 'load', label: 'loads', area: true },
      { kind: 'loadFailed', label: 'failed' },
      { kind: 'fenced', label: 'refused', dash: [6, 3] },
    ],
    value: (kind, tick, sum) => (sum ? sum[kind] : null),
  },
  {
    name: 'latency',
    show: duration,
    isLog: true,
    series: [
      { kind: 'tripP50', label: 'trip p50', dash: [3, 3] },
      { kind: 'tripP99', label: 'trip p99' },
      { kind: 'loadP99', label: 'load p99' },
      { kind: 'waitP99', label: 'wait p99' },
    ],
    value: (kind, tick, sum) => {
      if (kind === 'tripP50') return tick.trips?.count ? tick.trips.p50 : null;
      if (kind === 'tripP99') return tick.trips?.count ? tick.trips.p99 : null;
      return sum && sum[kind] > 0 ? sum[kind] : null;
    },
  },
];

const probe = document.body.appendChild(make('i', { class: 'probe', hidden: '' }));
let colours = new Map();

/** A colour of the style sheet as the canvas takes it, in the theme of the moment. */
function colour(name) {
  if (!colours.has(name)) {
    probe.style.color = `var(--${name})`;
    colours.set(name, getComputedStyle(probe).color);
  }
  return colours.get(name);
}

const charts = CHARTS.map(build);
const latency = charts.find(({ name }) => name === 'latency');
addEventListener('theme', () => {
  colours = new Map();
  for (const chart of charts) chart.plot.redraw(false, true);
});

function build(chart) {
  const element = document.querySelector(`[data-chart="${chart.name}"]`);
  const values = chart.series.map(() => make('b', {}, '–'));
  const legend = make(
    'ul',
    { class: 'legend' },
    ...chart.series.map((series, i) =>
      make('li', { 'data-kind': series.kind }, make('i'), make('span', {}, series.label), values[i]),
    ),
  );
  const canvas = make('div', { class: 'plot', 'aria-hidden': 'true' });
  element.append(legend, canvas);
  const caption = element.querySelector('p');
  const built = { ...chart, raw: [], values, caption, words: caption.textContent, window: [0, 1] };

  // What stands on the others is drawn first, so that they cover its lower part.
  const indexes = chart.series.map((_, i) => i);
  const isArea = (i) => Boolean(chart.series[i].area);
  built.order = [...indexes.filter(isArea).reverse(), ...indexes.filter((i) => !isArea(i))];
  built.plot = new uPlot(
    {
      width: canvas.clientWidth || 300,
      height: canvas.clientHeight || 200,
      legend: { show: false },
      cursor: { sync: { key: 'time' }, y: false, drag: { x: false, y: false }, points: { show: false } },
      // The grid lies above the areas.
      drawOrder: ['series', 'axes'],
      padding: [8, 20, 0, 0],
      scales: {
        x: { range: () => built.window },
        y: chart.isLog
          ? { distr: 3, range: (_, low, high) => decades(low, high) }
          : { range: (_, low, high) => [0, Math.max(1, (high ?? 0) * 1.15)] },
      },
      axes: [
        axis({
          incrs: [10, 30, 60, 120],
          space: 64,
          size: 26,
          values: (_, splits, __, ___, step) => splits.map(timeBy(step)),
        }),
        chart.isLog
          ? axis({ splits: (_, __, low, high) => powers(low, high), values: (_, splits) => splits.map(duration) })
          : axis({ space: 36, values: (_, splits) => splits.map(count) }),
      ],
      series: [
        {},
        ...built.order.map((i) => {
          const { kind, area, dash } = chart.series[i];
          return {
            stroke: () => colour(kind),
            width: area ? 1 : 1.5,
            dash,
            fill: area ? () => colour(`${kind}-area`) : undefined,
            points: { show: false },
            spanGaps: chart.isLog,
          };
        }),
      ],
      hooks: { setCursor: [() => tell(built)] },
    },
    [[], ...chart.series.map(() => [])],
    canvas,
  );
  const fit = () => built.plot.setSize({ width: canvas.clientWidth, height: canvas.clientHeight });
  new ResizeObserver(fit).observe(canvas);
  return built;
}

function axis(options) {
  return {
    stroke: () => colour('muted'),
    grid: { stroke: () => colour('grid'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
    gap: 6,
    size: 52,
    ...options,
  };
}

/** The time of day, with seconds only where the steps are shorter than minutes. */
function timeBy(step) {
  return (seconds) => clock(seconds * 1000).slice(0, step < 60 ? 8 : 5);
}

/** Whole decades, so that the scale seldom moves. */
function decades(low, high) {
  if (low === null || high === null) return [0.1, 1000];
  return [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(high * 1.01))];
}

function powers(low, high) {
  const all = [];
  for (let power = Math.round(Math.log10(low)); power <= Math.round(Math.log10(high)); power++) all.push(10 ** power);
  return all;
}

/** Marks where ticks are missing, so that no line is drawn over a time of which nothing is known. */
function withGaps(ticks, tickMillis) {
  return ticks.flatMap((tick, i) => {
    const before = ticks[i - 1]?.at ?? tick.at;
    return tick.at - before > 3 * tickMillis ? [{ at: before + tickMillis }, tick] : [tick];
  });
}

export function showCharts(view) {
  const { about, last } = view;
  if (!last || !about) return;
  showChoice(view);
  const ticks = withGaps(view.ticks, about.tickMillis);
  const sums = ticks.map((tick) => totals(tick, view.cache));
  const times = ticks.map((tick) => tick.at / 1000);
  const end = last.at / 1000;
  // A young history is shown large, and grows into its place.
  const shown = Math.min(about.historySeconds, Math.max(LEAST_SHOWN, end - times[0]));
  const isSum = !view.cache && last.caches?.length > 1;
  latency.words = isSum ? 'log scale; loads, waits: slowest cache' : 'log scale';
  for (const chart of charts) {
    chart.window = [end - shown, end];
    chart.raw = chart.series.map(({ kind }) => ticks.map((tick, i) => chart.value(kind, tick, sums[i])));
    chart.plot.setData([times, ...chart.order.map((i) => stacked(chart, i))]);
    tell(chart);
  }
}

function stacked(chart, index) {
  if (!chart.series[index].area) return chart.raw[index];
  return chart.raw[index].map((value, at) => {
    if (value === null) return null;
    let sum = 0;
    for (let i = 0; i <= index; i++) sum += chart.raw[i][at];
    return sum;
  });
}

/** The figures under the cursor, or else the last ones. */
function tell(chart) {
  if (!chart.plot) return;
  const at = chart.plot.cursor.idx ?? null;
  say(chart.caption, at === null ? chart.words : `at ${clock(chart.plot.data[0][at] * 1000)}`);
  chart.values.forEach((element, i) => {
    const raw = chart.raw[i] ?? [];
    say(element, chart.show(raw[at ?? raw.length - 1] ?? null));
  });
}

function showChoice(view) {
  const { about, last } = view;
  const select = byId('cache');
  const names = (last.caches ?? []).map((each) => each.name);
  const shown = [...select.options].slice(1).map((option) => option.value);
  if (names.join('\n') !== shown.join('\n')) {
    select.replaceChildren(select.options[0], ...names.map((name) => make('option', { value: name }, name)));
    if (!names.includes(view.cache)) view.cache = '';
    select.value = view.cache;
  }
  document.body.classList.toggle('uncounted', !about.counts);
  select.disabled = !names.length;
  const empty = byId('caches-empty');
  empty.hidden = Boolean(about.counts && names.length);
  if (!about.counts) {
    if (!empty.querySelector('code')) empty.replaceChildren(...uncounted());
  } else if (!names.length) {
    say(empty, 'No cache has been made yet. Its figures appear here as soon as the application makes one.');
  }
}

function uncounted() {
  const line = 'Dashboard.serve(corral, 7070);';
  const copy = make('button', { class: 'button', type: 'button' }, 'Copy');
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(line);
      say(copy, 'Copied');
    } catch {
      say(copy, 'Select and copy'); // where the browser lets no page write there
    }
  });
  return [
    'Caches count in the processes that have them. To see them, put one line into the application: ',
    make('span', { class: 'copy' }, make('code', {}, line), copy),
  ];
}
