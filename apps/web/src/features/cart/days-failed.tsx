import { Button } from '../../ui/button';
import { dayText } from './texts';
import type { FarmDays } from './use-farm-days';

/** Says that days of farms could not be loaded; nothing otherwise. */
export function DaysFailed({ days: { failed, retry } }: { days: FarmDays }) {
  if (!failed) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-butter-tint p-4 text-butter-ink"
    >
      <p className="font-semibold">{dayText.failed}</p>
      <Button size="sm" tone="outline" onClick={retry}>
        {dayText.retry}
      </Button>
    </div>
  );
}
