import type { Day, Id } from '#libs/contracts';
import { usePostalCode } from '../../../entities/postal-code';
import { useCalendar } from '../../../entities/use-calendar';
import { useNow } from '../../../lib/browser/timers';
import { marketZone } from '../../../lib/text/format';
import { dayInShort, daysInShort } from './day-words';
import { useCutOffs } from './use-cut-offs';

/** When a farm's goods can be had, on a card: `Pickup Fri 4–7 PM · delivered Sat`; with a day, only that one. */
export default function DaysLine({ farmId, day }: { farmId: Id; day?: Day | undefined }) {
  const calendar = useCalendar(farmId);
  const postalCode = usePostalCode();
  const now = useNow(60_000, useCutOffs(calendar));
  if (calendar === null) return null;
  const shown = { calendar, postalCode, now, timeZone: marketZone() };
  const parts = day === undefined ? daysInShort(shown) : dayInShort(shown, day);
  return parts.map((part, at) => (
    <span key={part}>
      <span className="inline-block">
        {part}
        {at < parts.length - 1 && <span aria-hidden="true"> ·</span>}
      </span>
      {at < parts.length - 1 && <span className="sr-only">,</span>}{' '}
    </span>
  ));
}
