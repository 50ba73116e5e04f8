import { useQuery } from '@tanstack/react-query';
import type { StockCheckDto } from '#libs/contracts';
import { queuesQueryOptions } from '../../features/jobs/jobs';
import { stockCheckQueryOptions } from '../../features/products/product-queries';
import { formatAgo, formatDateTime, formatNumber } from '../../lib/text/format';
import { livePanelText as text } from './live-panel-texts';

/** For admins: how many jobs wait in the queues and for how long, and whether the stock agrees with its ledger. */
export function ServerFigures() {
  const queues = useQuery(queuesQueryOptions());
  const stock = useQuery(stockCheckQueryOptions());
  return (
    <>
      <h3 className="mt-6 text-lg">{text.queues}</h3>
      {queues.isError && <p>{text.unavailable}</p>}
      <table className="mt-2 w-full text-left text-sm tabular-nums">
        <thead className="text-ink-soft">
          <tr>
            <th scope="col" className="py-1 font-normal">
              {text.queue}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {text.waiting}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {text.oldest}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {text.failed}
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.data?.queues.map(({ name, waiting, active, waitingSince, failed }) => (
            <tr key={name} className="border-t border-rule">
              <th scope="row" className="py-1 font-normal">
                {name}
              </th>
              <td className="py-1 text-right">{formatNumber(waiting + active)}</td>
              <td className="py-1 text-right">{waitingSince ? formatAgo(waitingSince) : '–'}</td>
              <td className="py-1 text-right">{formatNumber(failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className="mt-6 text-lg">{text.stock}</h3>
      <p className="mt-1">
        {stock.isError ? text.unavailable : stock.data && stockText(stock.data.check)}
      </p>
    </>
  );
}

function stockText(check: StockCheckDto | null): string {
  if (check === null) return text.stockNever;
  const { mismatchCount, products, finishedAt } = check;
  const result = mismatchCount === 0 ? text.stockRight(products) : text.stockWrong(mismatchCount);
  return `${result} (${formatDateTime(finishedAt)})`;
}
