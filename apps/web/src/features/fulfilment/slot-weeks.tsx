import { Link } from 'react-router-dom';
import { addDays, type Day, dayOf, type OwnSlotDto, weekdayOf } from '#libs/contracts';
import { errorCode } from '../../lib/api/api';
import { useOnline } from '../../lib/browser/device';
import { useNow } from '../../lib/browser/timers';
import { paths } from '../../lib/paths';
import { formatDay, formatWeekday, marketZone } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { useOrdersFate } from '../../ui/orders-fate';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { useSetSlot } from './days';
import { SlotCard } from './slot-card';
import { daysText as text } from './texts';

/** The Sunday with which a day's week begins. */
const weekOf = (day: Day): Day => addDays(day, -weekdayOf(day));

/** The farm's dates of the next four weeks, with the places taken. */
export function SlotWeeks({ slots }: { slots: readonly OwnSlotDto[] }) {
  const now = useNow();
  const toast = useToast();
  const set = useSetSlot();
  const fate = useOrdersFate();
  const change = async (slot: OwnSlotDto) => {
    const said = slot.state === 'closed' ? text.wasReopened : text.wasClosed;
    try {
      const done = await fate.ask((decided) => set.mutateAsync({ slot, fate: decided }));
      if (done !== null) toast({ title: said(formatWeekday(slot.date)) });
    } catch (error) {
      const isOld = errorCode(error) === 'VERSION_CONFLICT';
      const description = isOld ? text.conflict : errorMessage(error);
      toast({ tone: 'error', title: text.notDone, description });
    }
  };
  const ahead = slots.filter(({ endAt }) => Date.parse(endAt) > now);
  const weeks = [...new Set(ahead.map(({ date }) => weekOf(date)))];
  const thisWeek = weekOf(dayOf(now, marketZone()));
  const titleOf = (week: Day) => {
    if (week === thisWeek) return text.thisWeek;
    return week === addDays(thisWeek, 7) ? text.nextWeek : text.weekOf(formatDay(week));
  };
  if (ahead.length === 0) return <p className="text-ink-soft">{text.weekNone}</p>;
  return (
    <>
      <div className="grid gap-6">
        {weeks.map((week) => (
          <section key={week} aria-label={titleOf(week)}>
            <h3 className="mb-3 text-xl">{titleOf(week)}</h3>
            <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {ahead
                .filter(({ date }) => weekOf(date) === week)
                .map((slot) => (
                  <li key={slot._id} className="grid">
                    <SlotCard
                      slot={slot}
                      now={now}
                      link={
                        <Link
                          to={paths.farmOrders(slot.date)}
                          aria-label={text.ordersOf(formatWeekday(slot.date), slot.name)}
                          className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4 sm:min-h-6"
                        >
                          {text.toOrders}
                        </Link>
                      }
                      action={
                        <ChangeButton
                          slot={slot}
                          busy={set.isPending && set.variables.slot._id === slot._id}
                          onChange={() => void change(slot)}
                        />
                      }
                    />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      {fate.dialog}
    </>
  );
}

function ChangeButton({
  slot: { name, date, state },
  busy,
  onChange,
}: {
  slot: OwnSlotDto;
  busy: boolean;
  onChange: () => void;
}) {
  const online = useOnline();
  const isClosed = state === 'closed';
  const action = isClosed ? text.reopen : text.close;
  return (
    <Button
      tone={isClosed ? 'leaf' : 'outline'}
      size="sm"
      busy={busy}
      disabledReason={online ? null : text.offline}
      aria-label={text.slotOf(action, formatWeekday(date), name)}
      onClick={onChange}
    >
      {action}
    </Button>
  );
}
