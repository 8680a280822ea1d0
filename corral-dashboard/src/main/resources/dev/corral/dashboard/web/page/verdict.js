// The first answer: is all well, and is the database spared?

import { byId, make, put, say } from './dom.js';
import { clock, count, percent, some, text } from './format.js';
import { lately, mean } from './totals.js';

/** Long enough not to flicker, short enough to be news. */
const WINDOW = 10;
/** A full server evicts what is old, and may. One that evicts so much of what it is given keeps too little of it. */
const EVICTED = 0.1;
const MIX = [
  ['hit', 'fresh'],
  ['near', 'near'],
  ['stale', 'stale'],
  ['miss', 'missed'],
];

const section = byId('verdict');
const parts = MIX.map(([kind, word]) => {
  const share = make('b');
  byId('mix-words').append(make('li', { 'data-kind': kind }, make('i'), make('span', {}, word), share));
  return { bar: byId('mix').appendChild(make('i', { 'data-kind': kind })), share };
});

export function showVerdict(view) {
  const ticks = lately(view.ticks, WINDOW);
  const recent = mean(ticks);
  const verdict = judge(view, ticks, recent);
  put(section, 'data-state', verdict.state);
  say(byId('verdict-says'), verdict.says);
  say(byId('verdict-why'), verdict.why);
  showMix(recent);
}

function showMix(recent) {
  const asked = recent?.asked ?? 0;
  put(section, 'data-mix', asked ? 'known' : 'none');
  say(byId('spared'), asked ? text(percent(1 - recent.load / asked)) : '–');
  const words = [];
  MIX.forEach(([kind, word], i) => {
    const share = asked ? recent[kind] / asked : 0;
    parts[i].bar.style.flexGrow = share;
    say(parts[i].share, asked ? text(percent(share)) : '–');
    if (share > 0) words.push(`${word} ${text(percent(share))}`);
  });
  put(byId('mix'), 'aria-label', words.length ? `Callers were answered: ${words.join(', ')}` : 'Nobody has asked');
}

function judge({ live, since, last, about, story }, ticks, recent) {
  if (live === 'lost') {
    return {
      state: 'lost',
      says: 'The dashboard’s server is gone',
      why: `What is shown is of ${clock(since)}. Trying again every second; if its process was stopped, start it anew.`,
    };
  }
  if (live === 'full') {
    return {
      state: 'warn',
      says: 'Too many pages are open',
      why: 'The dashboard is shown on as many as it can be. Close one: this page tries again every 2 s.',
    };
  }
  if (!last) return { state: 'waiting', says: 'Waiting for the first figures', why: 'They come once a second.' };
  return (
    ofServers(last.servers, recent) ??
    (recent && ofFailures(recent)) ??
    ofRequests(ticks) ??
    ofEvidence(last.namespaces) ??
    ofEvictions(ticks) ??
    ofStory(story) ??
    (recent ? ofCaches(recent, last) : uncounted(last.servers, about))
  );
}

function ofServers(servers, recent) {
  const down = servers.filter((server) => server.state === 'down');
  if (!down.length) return null;
  const loads = recent && recent.load ? ` ${count(recent.load)} loads a second reach the database.` : '';
  if (down.length === servers.length) {
    return {
      state: 'bad',
      says: servers.length === 1 ? 'The server is down' : 'All servers are down',
      why: `Each process loads for itself until one is back.${loads}`,
    };
  }
  return {
    state: 'bad',
    says: down.length === 1 ? `${down[0].name} is down` : `${down.length} of ${servers.length} servers are down`,
    why: `${down[0].why ? `${sentence(down[0].why)} ` : ''}The others answer.${loads}`,
  };
}

function ofFailures(recent) {
  if (recent.storeError > 0) {
    return {
      state: 'warn',
      says: 'The store fails some requests',
      why: `${count(recent.storeError)} errors a second; ${count(recent.load)} loads a second reach the database.`,
    };
  }
  if (recent.loadFailed > 0) {
    return {
      state: 'warn',
      says: 'Some loads fail',
      why: `${count(recent.loadFailed)} a second: look at the database, or at the loader’s errors.`,
    };
  }
  if (recent.fellBack > 0) {
    return {
      state: 'warn',
      says: 'Some wait in vain',
      why: `${count(recent.fellBack)} callers a second: another’s load took longer than they may wait.`,
    };
  }
  return null;
}

function ofRequests(ticks) {
  const [server, errors] = worst(ticks, (each) => each.errors);
  if (!errors) return null;
  const late = average(ticks, server, (each) => each.timeouts);
  return {
    state: 'warn',
    says: `${server} fails some requests`,
    why: `${count(errors)} a second from this process${late ? `; ${count(late)} of them had no answer in time` : ''}.`,
  };
}

function ofEvidence(namespaces) {
  if (!namespaces?.fault) return null;
  return {
    state: 'warn',
    says: 'The namespaces’ evidence can’t be read',
    why: sentence(namespaces.fault),
  };
}

function ofEvictions(ticks) {
  const [server, evictions] = worst(ticks, (each) => each.stats?.evictions);
  const sets = average(ticks, server, (each) => each.stats?.sets);
  if (evictions <= 1 || evictions < sets * EVICTED) return null;
  return {
    state: 'warn',
    says: `${server} is full`,
    why: `It evicts ${count(evictions)} items a second, for ${count(sets)} sets: more memory would keep them.`,
  };
}

/** The server with the most of something, and how much that is. */
function worst(ticks, figure) {
  return ticks[ticks.length - 1].servers
    .map(({ name }) => [name, average(ticks, name, figure)])
    .reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0]);
}

/** A figure of a server over the ticks that know it. */
function average(ticks, name, figure) {
  const known = ticks
    .map(({ servers }) => servers.find((server) => server.name === name))
    .map((server) => (server && figure(server)) ?? null)
    .filter((value) => value !== null);
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : 0;
}

/** Only Corral's caches are counted: while they rest, their figures say nothing of how the database is. */
function ofStory(story) {
  if (story?.scene?.way !== 'naive') return null;
  return {
    state: 'quiet',
    says: 'Corral’s caches rest',
    why: 'The naive way is being played. What is below is of Corral, and of the servers.',
  };
}

function ofCaches(recent, last) {
  const { asked, load } = recent;
  if (!last.caches.length) {
    return { state: 'quiet', says: 'No cache yet', why: 'Figures come as soon as the application makes one.' };
  }
  if (!asked) return { state: 'quiet', says: 'All is quiet', why: 'Nobody asks the caches at the moment.' };
  if (load > asked / 2 && load > 1) {
    return {
      state: 'warn',
      says: 'The database is not spared',
      why: `${count(load)} loads for ${count(asked)} questions a second: are the caches cold, or their lives short?`,
    };
  }
  return {
    state: 'good',
    says: 'All is well: the database is spared',
    why: `${count(asked)} questions a second, ${load ? count(load) : 'no'} loads${servers(last.servers)}.`,
  };
}

function uncounted(all, about) {
  if (!all.length) {
    const why = `The store (${about.store}) has no servers, and nothing is counted in this process.`;
    return { state: 'quiet', says: 'Nothing to be seen here', why };
  }
  const up = all.filter((server) => server.state === 'up').length;
  return up === all.length
    ? { state: 'good', says: up === 1 ? 'The server is up' : `All ${up} servers are up`, why: traffic(all) }
    : { state: 'quiet', says: 'Asking the servers', why: `${up} of ${some(all.length, 'server')} answered so far.` };
}

function traffic(all) {
  const stats = all.map((server) => server.stats).filter((each) => each !== null);
  const gets = stats.reduce((sum, each) => sum + (each.gets ?? 0), 0);
  const hits = stats.reduce((sum, each) => sum + each.gets * (each.hitRate ?? 0), 0);
  if (!gets) return 'Nobody reads from them at the moment.';
  return `${count(gets)} gets a second from all clients, ${text(percent(hits / gets))} of them hits.`;
}

function servers(all) {
  const up = all.filter((server) => server.state === 'up').length;
  return all.length && up === all.length ? `; ${up === 1 ? 'the server is' : `all ${up} servers are`} up` : '';
}

function sentence(words) {
  const upper = words[0].toUpperCase() + words.slice(1);
  return /[.!?]$/.test(upper) ? upper : `${upper}.`;
}
