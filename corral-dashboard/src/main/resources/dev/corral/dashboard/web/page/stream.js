// The server's news: what it has kept, then what it tells each second; over and over if it is gone.

const TOPICS = ['about', 'ring', 'tick', 'story'];
const AGAIN_AFTER = 2000;
/** A stream that is open but silent for so many ticks is as good as lost. */
const SILENT_TICKS = 4;

/**
 * Follows the stream for as long as the page lives.
 *
 * @param news called with a topic and its data; ticks that were kept come as `history`
 * @param state called with `live` or `lost` when that changes
 */
export function follow(news, state) {
  let now = 'waiting';
  let heard = Date.now();
  let tickMillis = 1000;

  function become(next) {
    if (now === next) return;
    now = next;
    state(next);
  }

  function open() {
    const events = new EventSource('/events');
    for (const topic of TOPICS) {
      events.addEventListener(topic, (event) => {
        const data = JSON.parse(event.data);
        if (topic === 'about') tickMillis = data.tickMillis;
        if (topic === 'tick') {
          heard = Date.now();
          become('live');
        }
        news(topic, data);
      });
    }
    events.addEventListener('open', recall);
    events.addEventListener('error', () => {
      become('lost');
      // A browser tries again by itself, but not after a refusal.
      if (events.readyState === EventSource.CLOSED) setTimeout(open, AGAIN_AFTER);
    });
  }

  async function recall() {
    try {
      const answer = await fetch('/api/history');
      // Who has to sign in again is shown where.
      if (answer.status === 401) location.reload();
      else if (answer.ok) news('history', (await answer.json()).ticks);
    } catch {
      // The stream tells what is lost, and asks again when it is back.
    }
  }

  open();
  setInterval(() => {
    if (now === 'live' && Date.now() - heard > SILENT_TICKS * tickMillis) become('lost');
  }, 1000);
}

/** Asks the server a question. What it refuses is an error with the server's words. */
export async function ask(path, parameters) {
  let answer;
  try {
    answer = await fetch(`${path}?${new URLSearchParams(parameters)}`);
  } catch {
    throw new Error('The dashboard’s server does not answer. Is its process still running?');
  }
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(body.error ?? `The dashboard’s server answered ${answer.status}.`);
  return body;
}
