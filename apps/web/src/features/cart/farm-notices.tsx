import { PackagePlus, TreePalm } from 'lucide-react';
import { formatDate, formatMoney } from '../../lib/format';
import { Icon } from '../../ui/icon';
import { basketText } from './basket-texts';
import type { FarmWay } from './use-farm-ways';

/** What keeps one farm's part from being ordered: its holiday, or its minimum. */
export function FarmNotices({
  farmer,
  farmWay: { holiday, minimum, missing },
}: {
  farmer: string;
  farmWay: FarmWay;
}) {
  return (
    <>
      {holiday !== null && (
        <div className="mb-4 flex gap-3 rounded-md bg-butter-tint p-4 text-butter-ink">
          <Icon of={TreePalm} className="mt-0.5 shrink-0" />
          <div>
            <p className="font-semibold">{basketText.holiday(farmer, formatDate(holiday.until))}</p>
            <p>{holiday.message ?? basketText.holidayHint}</p>
          </div>
        </div>
      )}
      {minimum > 0 && missing > 0 && (
        <p className="mb-4 flex items-center gap-3 rounded-md bg-butter-tint p-3 font-semibold text-butter-ink">
          <Icon of={PackagePlus} className="shrink-0" />
          {basketText.addMoreText(formatMoney(missing), farmer)}
        </p>
      )}
    </>
  );
}
