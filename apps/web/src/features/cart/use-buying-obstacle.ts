import type { CartDto } from '#libs/contracts';
import { formatMoney } from '../../lib/format';
import { useSession } from '../../lib/session';
import { useOnline } from '../../lib/use-online';
import { basketText } from './basket-texts';
import { groupByFarm } from './farm-items';
import { cartText } from './texts';
import { useFarmWays } from './use-farm-ways';

/** Why this cart cannot be ordered as it is now, in words; null when it can. */
export function useBuyingObstacle(cart: CartDto): string | null {
  const { user } = useSession();
  const online = useOnline();
  const ways = useFarmWays();
  if (!online) return cartText.offline;
  if (user !== null && user.status !== 'active') return cartText.inactive;
  if (cart.items.some((item) => item.changes.length > 0)) return basketText.waiting;
  for (const group of groupByFarm(cart.items)) {
    const { holiday, missing } = ways.of(group);
    if (holiday !== null) return basketText.onHoliday(group.farmer);
    if (missing > 0) return basketText.addMoreText(formatMoney(missing), group.farmer);
  }
  return null;
}
