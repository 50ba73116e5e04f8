import type { StockCheckDto } from '#libs/contracts';
import { entity, newestBy, ONLY, type Put } from '../../../realtime/entity';
import { liveValue } from '../../../realtime/live-query';

const latest = newestBy<StockCheckDto>(({ finishedAt }) => finishedAt);
const stockChecks = entity<{ check: StockCheckDto }>('stock-checks', { check: latest });

export const putStockCheck = (check: StockCheckDto): Put => stockChecks.put(ONLY, { check });

liveValue<{ check: StockCheckDto | null }>({
  key: ['stock-check'],
  reads: [stockChecks],
  current: (data, live) => {
    const known = live.get(stockChecks, ONLY)?.check;
    if (known === undefined) return data;
    const check = data.check === null ? known : latest(data.check, known);
    return check === data.check ? data : { check };
  },
});
