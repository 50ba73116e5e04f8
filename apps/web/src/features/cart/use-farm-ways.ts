import { useQuery } from '@tanstack/react-query';
import {
  type Fulfilment,
  type Holiday,
  missingToMinimum,
  toCents,
  toDollars,
} from '#libs/contracts';
import { farmsQueryOptions } from '../../lib/farms';
import { useCheckoutDraft } from './checkout-draft';
import type { FarmItems } from './farm-items';

/** How one farm's goods travel, and what it asks for that. */
export interface FarmWay {
  readonly ways: readonly Fulfilment[];
  readonly way: Fulfilment;
  readonly pickupPlace: string | null;
  readonly holiday: Holiday | null;
  /** Dollars; 0 where the farm asks for nothing. */
  readonly minimum: number;
  /** Dollars of goods that are missing to it. */
  readonly missing: number;
}

/** How each farm's goods travel: what was chosen, else delivery where the farm has it. */
export function useFarmWays() {
  const { data } = useQuery(farmsQueryOptions());
  const { draft, change } = useCheckoutDraft();
  const of = ({ farmId, subtotal }: Pick<FarmItems, 'farmId' | 'subtotal'>): FarmWay => {
    const farm = data?.farms.find((one) => one._id === farmId);
    const ways: readonly Fulfilment[] = farm?.fulfilment ?? ['delivery'];
    const first = ways.includes('delivery') ? 'delivery' : (ways[0] ?? 'delivery');
    const wanted = draft.ways[farmId];
    const way = wanted !== undefined && ways.includes(wanted) ? wanted : first;
    const minimum = farm?.minimumOrder[way] ?? 0;
    const missing = toDollars(missingToMinimum(toCents(subtotal), toCents(minimum)));
    const pickupPlace = farm?.pickupPlace ?? null;
    return { ways, way, pickupPlace, holiday: farm?.holiday ?? null, minimum, missing };
  };
  const choose = (farmId: string, way: Fulfilment) =>
    change(({ ways }) => ({ ways: { ...ways, [farmId]: way } }));
  return { of, choose };
}
