import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import {
  OPEN_PARTS,
  type OrderDto,
  type OrderPart,
  type PartStatus,
  SHOWS_CODE,
} from '#libs/contracts';
import { lazyPart } from '../../../lib/api/chunks';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/button';
import { Skeleton } from '../../../ui/skeleton';
import { handOverCodesQueryOptions, inGroups } from './hand-overs';
import { handOverCodeText as text } from './texts';

const QrCode = lazyPart(async () => ({ default: (await import('../../../ui/qr-code')).QrCode }));

const isIn = (statuses: readonly PartStatus[], { status }: Pick<OrderPart, 'status'>) =>
  statuses.includes(status);
const NEAR = ['out_for_delivery', 'ready_for_pickup'] as const satisfies readonly PartStatus[];

/** The code of a part for its customer: from the acceptance on, and as a QR code once it is on its way or ready. */
export function HandOverCode({ order, part }: { order: OrderDto; part: OrderPart }) {
  const query = useQuery({
    ...handOverCodesQueryOptions(order._id),
    // loaded with the page, so that a step of the farm fetches nothing
    enabled: order.parts.some((one) => isIn(OPEN_PARTS, one)),
  });
  if (!isIn(SHOWS_CODE, part)) return null;
  const code = query.data?.parts.find(({ partId }) => partId === part._id)?.code;
  if (code === undefined) return query.isError ? <Failed onRetry={query.refetch} /> : null;
  return (
    <section
      aria-label={text.of(part.farmName)}
      className="mt-4 grid justify-items-center gap-2 rounded-md border-2 border-leaf-ink bg-leaf-tint p-4 text-center break-inside-avoid"
    >
      <h3 className="font-sans text-base font-semibold tracking-normal">{text.title}</h3>
      <p className="font-mono text-3xl font-bold tracking-[0.15em] whitespace-nowrap">
        <span aria-hidden="true">{inGroups(code)}</span>
        <span className="sr-only">{text.spelled([...code].join(' '))}</span>
      </p>
      <p className="text-sm">{text[part.fulfilment]}</p>
      {isIn(NEAR, part) && (
        <div className="w-full max-w-48">
          <Suspense fallback={<Skeleton className="aspect-square w-full" />}>
            <QrCode text={`${location.origin}${paths.handOver}#${code}`} label={text.picture} />
          </Suspense>
        </div>
      )}
    </section>
  );
}

function Failed({ onRetry }: { onRetry: () => unknown }) {
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunken p-3 print:hidden">
      {text.failed}
      <Button tone="outline" size="sm" onClick={onRetry}>
        {text.again}
      </Button>
    </p>
  );
}
