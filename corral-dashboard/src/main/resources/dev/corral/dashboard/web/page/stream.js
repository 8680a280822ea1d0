// The server's news: what it has kept, then what it tells each second; over and over if it is gone.

const TOPICS = ['about', 'ring', 'tick', 'story'];
const AGAIN_AFTER = 2000;
/** A stream that is open but silent for so many ticks is as good as lost. */
const SILENT_TICKS = 4;

/**
 * Follows the stream for as long as the page lives.
 *
 * @param news called with a topic and its data; ticks that were kept come as `history`
 * @param state called with `live`, `lost` or `full` when that changes; full if there are as many pages as may be
 */
export function follow(news, state) {
  let now = 'waiting';
  let heard = Date.now();
  let tickMillis = 1000;
  let events;

  function become(next) {
    if (now === next) return;
    now = next;
    state(next);
  }

  function open() {
    heard = Date.now();
    events = new EventSource('/events');
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
    events.addEventListener('error', async () => {
      // A browser tries again by itself, but not after a refusal, and does not say what that was.
      if (events.readyState !== EventSource.CLOSED) return become('lost');
      become((await recall()) ? 'full' : 'lost');
      setTimeout(open, AGAIN_AFTER);
    });
  }

  /** Asks for what was kept; whether that was answered. */
  async function recall() {
    try {
      const answer = await fetch('/api/history');
      // Who has to sign in again is shown where.
      if (answer.status === 401) location.reload();
      if (!answer.ok) return false;
      news('history', (await answer.json()).ticks);
      return true;
    } catch {
      return false; // the stream tells what is lost
    }
  }

  open();
  setInterval(() => {
    if (events.readyState !== EventSource.OPEN || Date.now() - heard <= SILENT_TICKS * tickMillis) return;
    // A connection that a sleep or a network has cut may stay open for minutes without a word.
    become('lost');
    events.close();
    open();
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
