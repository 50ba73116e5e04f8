import type { StockCheckDto } from '#libs/contracts';
import { newestBy, SINGLETON_ID, simpleEntity, singletonId } from '../../../realtime/entity';
import { liveValue } from '../../../realtime/live-query';

const latest = newestBy<StockCheckDto>(({ finishedAt }) => finishedAt);
export const stockChecks = simpleEntity<StockCheckDto>('stock-checks', singletonId, latest);

liveValue<{ check: StockCheckDto | null }>({
  key: ['stock-check'],
  reads: [stockChecks],
  current: (data, view) => {
    const known = view.get(stockChecks, SINGLETON_ID);
    if (known === undefined) return data;
    const check = data.check === null ? known : latest(data.check, known);
    return check === data.check ? data : { check };
  },
});
