import { useSearchParams } from 'react-router-dom';
import { type OrderDto, type OrderPart, TO_PACK } from '#libs/contracts';
import { useNow } from '../../../lib/browser/timers';
import { cx } from '../../../lib/cx';
import { Field, Select } from '../../../ui/form';
import { LoadMore } from '../../../ui/load-more';
import { ErrorState } from '../../../ui/states';
import { dayTitle } from '../days/day-words';
import { NothingToPack, PaperField, SheetBar, SheetSkeleton } from '../days/sheet-bar';
import { sheetsText as text } from '../days/texts';
import { useDay } from '../days/use-day';
import { isOnDay } from '../orders.live';
import { ordersText } from '../texts';
import { useOpenOrders } from '../use-board-orders';
import { BoxLabel } from './box-label';

/** Labels on an A4 sheet of 2 × 4, of 99.1 × 67.7 mm each. */
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const PER_SHEET = PLACES.length;

interface Labelled {
  readonly order: OrderDto;
  readonly part: OrderPart;
}

/** A label for the box of every part to pack, of one day or of all; on A4 sheets or one by one. */
export function LabelsScreen() {
  const [search, setSearch] = useSearchParams();
  const paper = search.get('paper') === 'label' ? 'label' : 'a4';
  const skipped = Math.min(Math.max(Math.floor(Number(search.get('skip')) || 0), 0), PER_SHEET - 1);
  const { choice, day } = useDay();
  const now = useNow();
  const query = useOpenOrders();
  if (query.isPending || choice === undefined) return <SheetSkeleton />;
  if (query.data === undefined) return <ErrorState query={query} title={text.labelsFailed} />;
  const set = (name: string, value: string, usual: string) => {
    if (value === usual) search.delete(name);
    else search.set(name, value);
    setSearch(search, { replace: true });
  };
  const boxes = query.data.pages
    .flatMap(({ orders }) => orders)
    .flatMap((order) => order.parts.map((part): Labelled => ({ order, part })))
    .filter(({ part }) => TO_PACK.some((one) => one === part.status) && isOnDay(part, day))
    .sort(byWindow);
  const label = ({ order, part }: Labelled) => (
    <BoxLabel key={part._id} order={order} part={part} paper={paper} now={now} />
  );
  return (
    <>
      <SheetBar choice={choice} count={text.of(text.labels(boxes.length), dayTitle(choice))}>
        <PaperField value={paper} a4={text.a4} onChange={(value) => set('paper', value, 'a4')} />
        {paper === 'a4' && (
          <Field
            name="skip"
            label={text.first}
            hint={text.firstHint}
            className="min-w-40 flex-1 sm:flex-none"
          >
            <Select value={skipped} onChange={({ target }) => set('skip', target.value, '0')}>
              {PLACES.map((place) => (
                <option key={place} value={place - 1}>
                  {place}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </SheetBar>
      {query.hasNextPage &&
        (query.isFetchNextPageError ? (
          <LoadMore query={query} label={ordersText.showMore} />
        ) : (
          <p role="status" className="mb-4 text-ink-soft print:hidden">
            {text.loading}
          </p>
        ))}
      {boxes.length === 0 ? (
        <NothingToPack choice={choice} />
      ) : paper === 'label' ? (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 print:block">{boxes.map(label)}</ul>
      ) : (
        <>
          {sheetsOf(boxes, skipped).map((sheet, at) => (
            <ul
              key={sheet.find((box) => box !== null)?.part._id}
              className={cx('label-sheet grid gap-4 sm:grid-cols-2', at > 0 && 'mt-4')}
            >
              {sheet.map((box, place) =>
                box === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a used label has no other identity
                  <li key={place} aria-hidden="true" className="max-sm:hidden" />
                ) : (
                  label(box)
                ),
              )}
            </ul>
          ))}
          <p className="mt-6 text-sm text-ink-soft print:hidden">{text.a4Hint}</p>
        </>
      )}
    </>
  );
}

/** As boxes leave: by window, then oldest order first. */
function byWindow(a: Labelled, b: Labelled): number {
  const startOf = ({ part }: Labelled) => part.slot?.startAt ?? '';
  return startOf(a).localeCompare(startOf(b)) || (a.order._id < b.order._id ? -1 : 1);
}

/** The labels of each sheet; null for those of the first that are used already. */
function sheetsOf(boxes: readonly Labelled[], skipped: number): (Labelled | null)[][] {
  const places = [...Array<null>(skipped).fill(null), ...boxes];
  return Array.from({ length: Math.ceil(places.length / PER_SHEET) }, (_, at) =>
    places.slice(at * PER_SHEET, (at + 1) * PER_SHEET),
  );
}
