import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { TO_PACK } from '#libs/contracts';
import { amountOf } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { ErrorState } from '../../../ui/states';
import { dayTitle } from '../days/day-words';
import { NothingToPack, PaperField, SheetBar, SheetSkeleton } from '../days/sheet-bar';
import { sheetsText as text } from '../days/texts';
import { useDay } from '../days/use-day';
import { packingSlipsQueryOptions } from '../orders';
import { packingSlipText } from '../texts';
import { SlipSheet } from './slip-sheet';

const isToPack = ({ status }: { status: string }) => TO_PACK.some((one) => one === status);

/** The packing slips of a day, each on its own sheet. Those that are no longer to be packed leave. */
export function SlipsScreen() {
  const [search, setSearch] = useSearchParams();
  const paper = search.get('paper') === 'label' ? 'label' : 'a4';
  const { choice, day, days } = useDay();
  const query = useQuery(packingSlipsQueryOptions(day));
  if (query.isPending || choice === undefined) return <SheetSkeleton />;
  if (query.data === undefined) return <ErrorState query={query} title={text.slipsFailed} />;
  const slips = query.data.slips.filter(isToPack);
  const isTruncated = query.data.total > query.data.slips.length;
  const listed = new Set(query.data.slips.map(({ partId }) => partId));
  const since = isTruncated
    ? []
    : (days?.parts ?? []).filter(
        (part) =>
          isToPack(part) && (day === undefined || part.day === day) && !listed.has(part.partId),
      );
  return (
    <>
      <SheetBar choice={choice} count={text.of(text.slips(slips.length), dayTitle(choice))}>
        <PaperField
          value={paper}
          a4={packingSlipText.a4}
          onChange={(next) => {
            if (next === 'a4') search.delete('paper');
            else search.set('paper', next);
            setSearch(search, { replace: true });
          }}
        />
      </SheetBar>
      {since.length > 0 && (
        <p
          role="status"
          className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-butter-tint px-4 py-2 text-butter-ink print:hidden"
        >
          {text.more(since.length)}
          <Button tone="outline" size="sm" onClick={() => void query.refetch()}>
            {text.addMore}
          </Button>
        </p>
      )}
      {isTruncated && (
        <p className="mb-6 rounded-md bg-butter-tint px-4 py-2 text-butter-ink print:hidden">
          {text.truncated(query.data.slips.length, amountOf(query.data.total))}
        </p>
      )}
      {slips.length === 0 ? (
        <NothingToPack choice={choice} />
      ) : (
        <div className="grid gap-6 print:block">
          {slips.map((slip) => (
            <SlipSheet key={slip.partId} slip={slip} paper={paper} />
          ))}
        </div>
      )}
    </>
  );
}
