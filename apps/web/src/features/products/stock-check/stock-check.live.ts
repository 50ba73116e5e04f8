import type { StockCheckDto } from '#libs/contracts';
import { newestBy, ONLY, only, whole } from '../../../realtime/entity';
import { liveValue } from '../../../realtime/live-query';

const latest = newestBy<StockCheckDto>(({ finishedAt }) => finishedAt);
export const stockChecks = whole<StockCheckDto>('stock-checks', only, latest);

liveValue<{ check: StockCheckDto | null }>({
  key: ['stock-check'],
  reads: [stockChecks],
  current: (data, live) => {
    const known = live.get(stockChecks, ONLY);
    if (known === undefined) return data;
    const check = data.check === null ? known : latest(data.check, known);
    return check === data.check ? data : { check };
  },
});
