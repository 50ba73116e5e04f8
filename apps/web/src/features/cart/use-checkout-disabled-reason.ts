import type { CartDto } from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { useSession } from '../../lib/session/session';
import { formatMoney } from '../../lib/text/format';
import { groupByFarm } from './farm-items';
import { cartPageText, cartText } from './texts';
import { useFarmFulfilments } from './use-farm-fulfilments';

/** Why this cart cannot be ordered now; null when it can. */
export function useCheckoutDisabledReason(cart: CartDto): string | null {
  const { user } = useSession();
  const online = useOnline();
  const fulfilments = useFarmFulfilments(cart);
  if (!online) return cartText.offline;
  if (user !== null && user.status !== 'active') return cartText.inactive;
  if (cart.items.some((item) => item.changes.length > 0)) return cartPageText.undecided;
  for (const group of groupByFarm(cart.items)) {
    const { holiday, missing } = fulfilments.of(group);
    if (holiday !== null) return cartPageText.onHoliday(group.farmer);
    if (missing > 0) return cartPageText.addMoreText(formatMoney(missing), group.farmer);
  }
  return null;
}
