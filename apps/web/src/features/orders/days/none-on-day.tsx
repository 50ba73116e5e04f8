import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/states';
import { dayLabel } from './day-words';
import { orderDaysText } from './texts';
import type { ChosenDay } from './use-day';

/** What is shown where the chosen day has nothing. */
export function NoneOnDay({ chosen: { day, today, choose } }: { chosen: ChosenDay }) {
  return (
    <EmptyState
      title={
        day === undefined || day === 'none'
          ? orderDaysText.emptyNone
          : orderDaysText.emptyDay(dayLabel(day, today))
      }
      action={
        <Button tone="outline" onClick={() => choose('all')}>
          {orderDaysText.showAll}
        </Button>
      }
    >
      {orderDaysText.emptyHint}
    </EmptyState>
  );
}
