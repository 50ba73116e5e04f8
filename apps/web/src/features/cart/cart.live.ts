import {
  type CartDto,
  type CurrentHold,
  cartTotals,
  type HoldDto,
  withProduct,
} from '#libs/contracts';
import { carts } from '../../entities/carts';
import { products } from '../../entities/products';
import { byId, newest, SINGLETON_ID, simpleEntity } from '../../realtime/entity';
import { liveValue, type StoreView } from '../../realtime/live-query';

liveValue<CartDto>({
  key: ['cart'],
  reads: [carts, products],
  watched: true,
  current: (cart, view) => withProducts(newest(cart, view.get(carts, SINGLETON_ID)), view),
});

/** Each line merged with the known facets of its product, as the server would return it. */
function withProducts(cart: CartDto, view: StoreView): CartDto {
  let changed = false;
  const items = cart.items.map((item) => {
    const change = view.get(products, item.productId)?.change;
    if (!change || change.version <= item.productVersion) return item;
    changed = true;
    const { price, status, available, version: productVersion } = change;
    const buyable = status === 'live';
    return withProduct(item, {
      price,
      buyable,
      available: buyable ? available : 0,
      productVersion,
    });
  });
  return changed ? { ...cart, items, ...cartTotals(items) } : cart;
}

export const holds = simpleEntity<HoldDto>('holds', byId, newest);

/**
 * There is one open hold at a time, so the one that expires last is the newest. A closed hold stays in the data, because
 * the screen shows how it ended.
 */
liveValue<CurrentHold>({
  key: ['hold'],
  reads: [holds],
  current: (data, view) => {
    let latest = data.hold;
    for (const [id, hold] of view.all(holds)) {
      if (isLater(hold, latest, view.changed(holds).has(id))) latest = hold;
    }
    return latest === data.hold ? data : { ...data, hold: latest };
  },
});

function isLater(hold: HoldDto, known: HoldDto | null, justChanged: boolean): boolean {
  // if the server returned none, only a change counts: an older open hold may have ended since
  if (known === null) return hold.status === 'open' && justChanged;
  if (hold._id === known._id) return hold.version > known.version;
  return hold.expiresAt > known.expiresAt && (hold.status === 'open' || known.status !== 'open');
}
