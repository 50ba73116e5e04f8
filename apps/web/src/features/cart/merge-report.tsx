import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { MergedLine } from '#libs/contracts';
import { formatNumber, formatQuantity } from '../../lib/format';
import { IconButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { basketText } from './basket-texts';
import type { GuestItem } from './guest-cart';

export type ReportedLine = MergedLine & Pick<GuestItem, 'name' | 'unit'>;

/** What of a visitor's basket did not come along; filled at the sign-in, there until it is put away. */
export function mergeReportOptions() {
  return queryOptions<readonly ReportedLine[]>({
    queryKey: ['cart-merge-report'],
    queryFn: skipToken,
    initialData: [],
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Says which things of before the sign-in are fewer now, or not there, and why. */
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
          {basketText.mergeTitle}
        </h2>
        <ul className="mt-1 list-disc pl-5">
          {lines.map((line) => (
            <li key={line.productId}>
              {basketText.mergeLine(
                line.name ?? basketText.mergeUnnamed,
                amount(line.asked, line),
                amount(line.got, line),
              )}{' '}
              {basketText.mergeReasons[line.reason]}
            </li>
          ))}
        </ul>
      </div>
      <IconButton
        label={basketText.mergeClose}
        onClick={() => client.setQueryData(mergeReportOptions().queryKey, [])}
      >
        <Icon of={X} />
      </IconButton>
    </section>
  );
}
