import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { MergedLine } from '#libs/contracts';
import { formatNumber, formatQuantity } from '../../lib/text/format';
import { IconButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import type { GuestItem } from './guest-cart';
import { cartPageText } from './texts';

export type ReportedLine = MergedLine & Pick<GuestItem, 'name' | 'unit'>;

/** The lines of the guest cart that were not merged in full; set at sign-in, kept until dismissed. */
export function mergeReportOptions() {
  return queryOptions<readonly ReportedLine[]>({
    queryKey: ['cart-merge-report'],
    queryFn: skipToken,
    initialData: [],
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Lists the lines of the guest cart that were reduced or dropped, with the reasons. */
export function MergeReport() {
  const client = useQueryClient();
  const { data: lines = [] } = useQuery(mergeReportOptions());
  if (lines.length === 0) return null;
  const amount = (quantity: number, { unit }: ReportedLine) =>
    unit === undefined ? formatNumber(quantity) : formatQuantity(quantity, unit);
  return (
    <section
      aria-labelledby="merge-report"
      className="mb-6 flex items-start justify-between gap-3 rounded-md bg-butter-tint p-4 text-butter-ink"
    >
      <div>
        <h2 id="merge-report" className="font-sans text-base font-semibold tracking-normal">
          {cartPageText.mergeTitle}
        </h2>
        <ul className="mt-1 list-disc pl-5">
          {lines.map((line) => (
            <li key={line.productId}>
              {cartPageText.mergeLine(
                line.name ?? cartPageText.mergeUnnamed,
                amount(line.asked, line),
                amount(line.got, line),
              )}{' '}
              {cartPageText.mergeReasons[line.reason]}
            </li>
          ))}
        </ul>
      </div>
      <IconButton
        label={cartPageText.mergeClose}
        onClick={() => client.setQueryData(mergeReportOptions().queryKey, [])}
      >
        <Icon of={X} />
      </IconButton>
    </section>
  );
}
