import type { CartItem } from '#libs/contracts';

/** What one farm packs, in a basket. */
export interface FarmItems {
  farmId: string;
  farmer: string;
  items: CartItem[];
  subtotal: number;
}

/** The basket by farm, in the order in which the farms came into it. */
export function groupByFarm(items: readonly CartItem[]): FarmItems[] {
  const groups = new Map<string, FarmItems>();
  for (const item of items) {
    const { farmId, farmer } = item;
    const group = groups.get(farmId) ?? { farmId, farmer, items: [], subtotal: 0 };
    group.items.push(item);
    group.subtotal = Math.round((group.subtotal + item.total) * 100) / 100;
    groups.set(farmId, group);
  }
  return [...groups.values()];
}
