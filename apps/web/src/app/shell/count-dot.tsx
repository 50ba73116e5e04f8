import { formatNumber } from '../../lib/text/format';

const COUNT_MAX = 99;

/** A number on the corner of an icon; for screen readers it is in the link's name. */
export function CountDot({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden="true"
      className="absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-tomato px-1 text-xs font-bold text-on-tomato tabular-nums"
    >
      {count > COUNT_MAX ? `${COUNT_MAX}+` : formatNumber(count)}
    </span>
  );
}
