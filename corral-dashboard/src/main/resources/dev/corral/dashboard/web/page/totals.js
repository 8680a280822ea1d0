// What the caches of a tick, or of several, come to.

const RATES = [
  'hit',
  'near',
  'stale',
  'miss',
  'wait',
  'stolen',
  'load',
  'loadFailed',
  'fenced',
  'fellBack',
  'storeError',
];

/** The ticks of the last so many seconds, at least one: where some are missing, older ones don't take their place. */
export function lately(ticks, seconds) {
  const end = ticks[ticks.length - 1]?.at;
  return ticks.filter(({ at }) => at > end - 1000 * seconds);
}

/**
 * The rates of one cache, or of all, in a tick; null if none are counted. Percentiles can't be added: those of all
 * caches are of the slowest.
 */
export function totals(tick, cache = '') {
  if (!tick.caches) return null;
  const sum = Object.fromEntries(RATES.map((name) => [name, 0]));
  sum.loadP99 = null;
  sum.waitP99 = null;
  for (const each of tick.caches) {
    if (cache && each.name !== cache) continue;
    for (const name of RATES) sum[name] += each[name];
    if (each.loads.count) sum.loadP99 = Math.max(sum.loadP99, each.loads.p99);
    if (each.waits.count) sum.waitP99 = Math.max(sum.waitP99, each.waits.p99);
  }
  // A load that fails has reached the origin too.
  sum.load += sum.loadFailed;
  // Who waits, or takes a load over, has missed before.
  sum.asked = sum.hit + sum.near + sum.stale + sum.miss;
  return sum;
}

/** The mean rates of several ticks, weighed by their length; null if none are counted. */
export function mean(ticks) {
  const counted = ticks.map((tick) => [totals(tick), tick.seconds]).filter(([sum]) => sum !== null);
  if (!counted.length) return null;
  const seconds = counted.reduce((all, [, each]) => all + each, 0);
  return Object.fromEntries(
    [...RATES, 'asked'].map((name) => [
      name,
      counted.reduce((all, [sum, each]) => all + sum[name] * each, 0) / seconds,
    ]),
  );
}
