import { formatNumber } from './format';

/** The change from `before` to `now` in percent: `+12%`; null if `before` is 0. */
export function changeOf(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±';
  return `${sign}${formatNumber(Math.abs(percent))}%`;
}
