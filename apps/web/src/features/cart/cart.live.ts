import {
  type CartDto,
  type CurrentHold,
  cartTotals,
  type HoldDto,
  withProduct,
} from '#libs/contracts';
import { carts } from '../../entities/carts';
import { products } from '../../entities/products';
import { byId, newest, ONLY, whole } from '../../realtime/entity';
import { type Live, liveValue } from '../../realtime/live-query';

liveValue<CartDto>({
  key: ['cart'],
  reads: [carts, products],
  watched: true,
  current: (cart, live) => withProducts(newest(cart, live.get(carts, ONLY)), live),
});

/** Each line with the newest that is known of its product, as the server would answer it. */
function withProducts(cart: CartDto, live: Live): CartDto {
  let changed = false;
  const items = cart.items.map((item) => {
    const change = live.get(products, item.productId)?.change;
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

export const holds = whole<HoldDto>('holds', byId, newest);

/**
 * There is one open hold at a time, so the one that ends last is the newest; a hold that was closed stays, because the
 * screen says how it ended.
 */
liveValue<CurrentHold>({
  key: ['hold'],
  reads: [holds],
  current: (data, live) => {
    let latest = data.hold;
    for (const [id, hold] of live.all(holds)) {
      if (isLater(hold, latest, live.changed(holds).has(id))) latest = hold;
    }
    return latest === data.hold ? data : { ...data, hold: latest };
  },
});

function isLater(hold: HoldDto, known: HoldDto | null, justChanged: boolean): boolean {
  // against an answer of `none` only a change counts: an older open hold may have ended since
  if (known === null) return hold.status === 'open' && justChanged;
  if (hold._id === known._id) return hold.version > known.version;
  return hold.expiresAt > known.expiresAt && (hold.status === 'open' || known.status !== 'open');
}
