import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type CartDto,
  type Fulfilment,
  type Holiday,
  missingToMinimum,
  toCents,
  toDollars,
} from '#libs/contracts';
import { farmsOfQueryOptions } from '../../lib/api/public-data';
import { useOnline } from '../../lib/browser/device';
import { useSession } from '../../lib/session/session';
import { formatMoney } from '../../lib/text/format';
import { type FarmItems, groupByFarm } from './cart-math';
import { useCheckoutDraft } from './checkout-draft';
import { cartPageText, cartText } from './texts';

/** One farm's fulfilment of an order, with its conditions. */
export interface FarmFulfilment {
  readonly options: readonly Fulfilment[];
  readonly fulfilment: Fulfilment;
  readonly pickupPlace: string | null;
  readonly holiday: Holiday | null;
  /** Minimum order in dollars; 0 without one. */
  readonly minimum: number;
  /** Dollars of goods missing for the minimum. */
  readonly missing: number;
}

/** The fulfilment of each farm of the cart: the chosen one, else delivery if the farm offers it. */
export function useFarmFulfilments({ items }: CartDto) {
  const { data } = useQuery({
    ...farmsOfQueryOptions(items.map(({ farmId }) => farmId)),
    placeholderData: keepPreviousData,
  });
  const { draft, change } = useCheckoutDraft();
  const of = ({ farmId, subtotal }: Pick<FarmItems, 'farmId' | 'subtotal'>): FarmFulfilment => {
    const farm = data?.farms.find((one) => one._id === farmId);
    const options: readonly Fulfilment[] = farm?.fulfilment ?? ['delivery'];
    const fallback = options.includes('delivery') ? 'delivery' : (options[0] ?? 'delivery');
    const chosen = draft.ways[farmId];
    const fulfilment = chosen !== undefined && options.includes(chosen) ? chosen : fallback;
    const minimum = farm?.minimumOrder[fulfilment] ?? 0;
    const missing = toDollars(missingToMinimum(toCents(subtotal), toCents(minimum)));
    const pickupPlace = farm?.pickupPlace ?? null;
    return { options, fulfilment, pickupPlace, holiday: farm?.holiday ?? null, minimum, missing };
  };
  const choose = (farmId: string, fulfilment: Fulfilment) =>
    change(({ ways }) => ({ ways: { ...ways, [farmId]: fulfilment } }));
  return { of, choose };
}

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
