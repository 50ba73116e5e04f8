import type { Fulfilment, Id } from '#libs/contracts';
import { usePostalCode } from '../../../entities/postal-code';
import { useCalendar } from '../../../entities/use-calendar';
import { useNow } from '../../../lib/browser/timers';
import { cx } from '../../../lib/cx';
import { marketZone } from '../../../lib/text/format';
import { methodDates } from './day-words';
import { whenText as text } from './texts';
import { useCutOffs } from './use-cut-offs';
import { ZipButton } from './zip-button';

/** Milliseconds between updates of a countdown in minutes. */
const COUNTDOWN_MS = 5_000;

/** The next dates of a farm, with the places that are left and until when to order. */
export default function FarmDays({
  farmId,
  methods = [],
}: {
  farmId: Id;
  /** How the farm hands over, where that is known: it tells the day of what has no schedule. */
  methods?: readonly Fulfilment[];
}) {
  const calendar = useCalendar(farmId);
  const postalCode = usePostalCode();
  const now = useNow(COUNTDOWN_MS, useCutOffs(calendar));
  if (calendar === null) return null;
  const dates = methodDates({ calendar, postalCode, now, timeZone: marketZone() });
  if (dates.length === 0) return <p>{text.farmTellsWhen}.</p>;
  const untold = methods.filter((method) => !calendar.scheduled.includes(method));
  return (
    <ul className="grid gap-3">
      {dates.map(({ method, title, place, orderBy, left, others, asksZip }) => (
        <li key={method}>
          <p>
            <span className="font-semibold">{title}</span>
            {place !== null && ` · ${place}`}
          </p>
          {orderBy !== null && (
            <p className="text-sm">
              <span
                className={cx(
                  'first-letter:uppercase',
                  orderBy.isSoon ? 'inline-block font-semibold text-tomato-ink' : 'text-ink-soft',
                )}
              >
                {orderBy.text}
              </span>
              {left !== null && (
                <>
                  {' · '}
                  <span className="font-semibold text-tomato-ink">{left}</span>
                </>
              )}
            </p>
          )}
          {others.length > 0 && (
            <div className="flex flex-wrap gap-x-2 text-sm text-ink-soft">
              <p>{text.otherDays}:</p>
              <ul className="contents">
                {others.map((other, at) => (
                  <li key={other}>
                    {other}
                    {at < others.length - 1 && <span aria-hidden="true"> ·</span>}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {method === 'delivery' && (
            <p className="-ml-2">
              {asksZip && <span className="sr-only">{text.onlyToSome} </span>}
              <ZipButton />
            </p>
          )}
        </li>
      ))}
      {untold.map((method) => (
        <li key={method}>
          <span className="font-semibold">{text.methods[method]}</span> · {text.farmTellsWhen}
        </li>
      ))}
    </ul>
  );
}
