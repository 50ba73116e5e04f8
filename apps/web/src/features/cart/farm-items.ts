import type { CartItem } from '#libs/contracts';

/** One farm's items in a cart. */
export interface FarmItems {
  farmId: string;
  farmer: string;
  items: CartItem[];
  subtotal: number;
}

/** The items by farm, in the order of each farm's first item. */
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
