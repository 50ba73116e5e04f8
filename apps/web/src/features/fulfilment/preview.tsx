import { cutOffText, dayOf, SLOT_DAYS, slotTimesOf } from '#libs/contracts';
import { useNow } from '../../lib/browser/timers';
import { formatWeekday, marketZone } from '../../lib/text/format';
import { Card } from '../../ui/card';
import { slotSpan } from './rule-text';
import { type ScheduleDraft, timesOf } from './schedule-draft';
import { daysText as text } from './texts';

/** The dates of the next four weeks that follow from what is typed. */
export function Preview({ draft }: { draft: ScheduleDraft }) {
  const now = useNow();
  const rule = timesOf(draft);
  const timeZone = marketZone();
  const first = dayOf(now, timeZone);
  const slots =
    rule === null
      ? null
      : slotTimesOf(rule, { first, days: SLOT_DAYS, timeZone }).filter(
          ({ endAt }) => Date.parse(endAt) > now,
        );
  return (
    <Card as="section" aria-labelledby="preview-title">
      <h3 id="preview-title" className="text-xl">
        {text.preview}
      </h3>
      <p role="status" className="mb-3 text-ink-soft">
        {slots === null
          ? text.previewWaits
          : slots.length === 0
            ? text.previewNone
            : text.previewCount(slots.length)}
      </p>
      <ol className="grid gap-2 sm:grid-cols-2 xl:grid-cols-1">
        {slots?.map(({ date, startAt, endAt, cutOffAt }) => (
          <li key={date} className="border-t border-rule pt-2">
            <strong>{formatWeekday(date)}</strong> <span>{slotSpan({ startAt, endAt })}</span>
            <span className="block text-sm text-ink-soft">
              {Date.parse(cutOffAt) > now
                ? text.orderBy(cutOffText({ cutOffAt }, now, timeZone))
                : text.tooLate}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
