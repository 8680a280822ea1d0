// Numbers as people read them: few digits, a unit, and the same width from one second to the next.

const NONE = '–';
const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

function known(value) {
  return value !== null && value !== undefined && Number.isFinite(value);
}

function scaled(value, steps) {
  let i = 0;
  while (i < steps.length - 1 && Math.abs(value) >= 999.5) {
    value /= 1000;
    i++;
  }
  const digits = i === 0 || Math.abs(value) >= 99.95 ? 0 : 1;
  return [value.toFixed(digits), steps[i]];
}

/** 0, 0.4, 12, 1,234, 12.3k, 4.5M */
export function count(value) {
  if (!known(value)) return NONE;
  if (value === 0) return '0';
  if (value < 0.05) return '<0.1';
  if (value < 9.95) return value.toFixed(1).replace(/\.0$/, '');
  if (value < 9999.5) return grouped.format(value);
  return scaled(value, ['', 'k', 'M', 'G']).join('');
}

/** A number and its unit apart, for where they are set in different sizes. */
export function rate(value) {
  return known(value) ? [count(value), '/s'] : [NONE, ''];
}

export function millis(value) {
  if (!known(value)) return [NONE, ''];
  if (value === 0) return ['0', 'ms'];
  if (value < 0.9995) return [String(Math.max(1, Math.round(value * 1000))), 'µs'];
  if (value < 9.95) return [value.toFixed(1), 'ms'];
  if (value < 999.5) return [value.toFixed(0), 'ms'];
  if (value < 99_950) return [(value / 1000).toFixed(1), 's'];
  return [grouped.format(value / 1000), 's'];
}

/** Never 100 % unless it is all, and never 0 % unless it is nothing. */
export function percent(share) {
  if (!known(share)) return [NONE, ''];
  const value = share * 100;
  if (value <= 0) return ['0', '%'];
  if (value >= 100) return ['100', '%'];
  if (value < 0.1) return ['<0.1', '%'];
  if (value >= 99.9) return [(Math.floor(value * 100) / 100).toFixed(2), '%'];
  return [value.toFixed(1), '%'];
}

export function bytes(value) {
  return known(value) ? scaled(value, ['B', 'kB', 'MB', 'GB', 'TB']) : [NONE, ''];
}

/** A number with its unit, in one piece. */
export function text([number, unit]) {
  return unit ? `${number}\u00a0${unit}` : number;
}

/** 12 s, 3 min, 2 h 5 min, 4 d */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds}\u00a0s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}\u00a0min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 ? `${hours}\u00a0h ${minutes % 60}\u00a0min` : `${hours}\u00a0h`;
  return `${Math.floor(hours / 24)}\u00a0d`;
}

export function clock(at) {
  return new Date(at).toLocaleTimeString('en-GB');
}

/** One, two or many: "1 server", "3 servers". */
export function some(number, thing) {
  return `${grouped.format(number)} ${thing}${number === 1 ? '' : 's'}`;
}
