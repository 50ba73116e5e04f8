import { PackagePlus, TreePalm } from 'lucide-react';
import { formatDate, formatMoney } from '../../lib/text/format';
import { Icon } from '../../ui/icon';
import { cartPageText } from './texts';
import type { FarmFulfilment } from './use-farm-fulfilments';

/** Why one farm's part cannot be ordered: its holiday, or its minimum. */
export function FarmNotices({
  farmer,
  farmFulfilment: { holiday, minimum, missing },
}: {
  farmer: string;
  farmFulfilment: FarmFulfilment;
}) {
  return (
    <>
      {holiday !== null && (
        <div className="mb-4 flex gap-3 rounded-md bg-butter-tint p-4 text-butter-ink">
          <Icon of={TreePalm} className="mt-0.5 shrink-0" />
          <div>
            <p className="font-semibold">
              {cartPageText.holiday(farmer, formatDate(holiday.until))}
            </p>
            <p>{holiday.message ?? cartPageText.holidayHint}</p>
          </div>
        </div>
      )}
      {minimum > 0 && missing > 0 && (
        <p className="mb-4 flex items-center gap-3 rounded-md bg-butter-tint p-3 font-semibold text-butter-ink">
          <Icon of={PackagePlus} className="shrink-0" />
          {cartPageText.addMoreText(formatMoney(missing), farmer)}
        </p>
      )}
    </>
  );
}
