// Puts the page together: keeps what was told, and shows it when the browser next paints. A tab in the background is
// not painted, and catches up when it is looked at.

import { showCharts } from './charts.js';
import { byId, put, say } from './dom.js';
import { clock } from './format.js';
import { showNamespaces } from './namespaces.js';
import { showRing } from './ring.js';
import { showServers } from './servers.js';
import { showStory } from './story.js';
import { follow } from './stream.js';
import { showTiles } from './tiles.js';
import { showVerdict } from './verdict.js';

const PANELS = [showVerdict, showTiles, showCharts, showServers, showRing, showNamespaces];

const view = { about: null, ring: null, story: null, ticks: [], last: null, cache: '', live: 'waiting', since: 0 };
const stale = new Set();

function show(...panels) {
  if (!stale.size) requestAnimationFrame(paint);
  panels.forEach((panel) => stale.add(panel));
}

function paint() {
  const panels = [...stale];
  stale.clear();
  for (const panel of panels) {
    try {
      panel(view);
    } catch (fault) {
      reportError(fault); // of one panel; the others go on
    }
  }
}

/** Ticks in order of time, each once, no more than the history is long. What came by the stream is the richer one. */
function keep(ticks) {
  const all = new Map([...ticks, ...view.ticks].map((tick) => [tick.at, tick]));
  const most = view.about ? (view.about.historySeconds * 1000) / view.about.tickMillis : ticks.length;
  view.ticks = [...all.values()].sort((a, b) => a.at - b.at).slice(-most);
}

const NEWS = {
  about(about) {
    // A newer server has a newer page.
    if (view.about && view.about.version !== about.version) return location.reload();
    view.about = about;
    say(byId('title'), about.title);
    put(byId('title'), 'title', about.title);
    say(byId('version'), about.version);
    document.title = `${about.title} – Corral`;
    show(...PANELS, showStory);
  },
  ring(ring) {
    view.ring = ring;
    show(showRing, showServers);
  },
  history(ticks) {
    keep(ticks);
    show(...PANELS);
  },
  tick(tick) {
    // The server's clock may be put back: what it told of later is no more.
    view.ticks = view.ticks.filter(({ at }) => at < tick.at);
    keep([tick]);
    view.last = tick;
    document.body.classList.remove('waiting');
    show(...PANELS);
  },
  story(story) {
    view.story = story;
    show(showStory);
  },
};

const WORDS = { live: 'Live', waiting: 'Connecting', full: 'Too many pages' };

follow(
  (topic, data) => NEWS[topic](data),
  (state) => {
    view.live = state;
    if (state === 'lost') view.since = view.last?.at ?? Date.now();
    put(byId('live'), 'data-state', state);
    say(byId('live').querySelector('span'), WORDS[state] ?? `Lost at ${clock(view.since)}; trying again`);
    show(showVerdict);
  },
);

byId('cache').addEventListener('change', (event) => {
  view.cache = event.target.value;
  show(showCharts);
});
