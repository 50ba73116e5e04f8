import { useQuery } from '@tanstack/react-query';
import { ShoppingBasket } from 'lucide-react';
import { useState } from 'react';
import type { ProductDto } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { formatDate } from '../../lib/format';
import { useSession } from '../../lib/session';
import { useOnline } from '../../lib/use-online';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Stepper } from '../../ui/stepper';
import { cartQueryOptions } from './cart';
import { usualQuantity } from './cart-math';
import { cartText } from './texts';
import { useCartActions } from './use-cart-actions';

/** Why this visitor cannot add this product now, or null. */
function useObstacle(product: ProductDto, room: number): string | null {
  const { user } = useSession();
  const online = useOnline();
  if (product.status !== 'live') return cartText.notSold;
  if (product.holidayUntil !== null) return cartText.backOn(formatDate(product.holidayUntil));
  if (product.stock === 'sold_out' || product.available < product.minimum) return cartText.soldOut;
  if (!online && user !== null) return cartText.offline;
  if (user !== null && user.status !== 'active') return cartText.inactive;
  if (room < product.step) return cartText.inCartAll;
  return null;
}

/** An amount and the button that puts it in the basket; farmers and admins have no basket. */
export function AddToCart({
  product,
  quantity: given,
  onQuantity,
  large = false,
}: {
  product: ProductDto;
  /** Where the page shows the amount elsewhere too, it keeps it. */
  quantity?: number;
  onQuantity?: (quantity: number) => void;
  large?: boolean;
}) {
  const { user } = useSession();
  const { data: cart } = useQuery({ ...cartQueryOptions(), enabled: user?.role === 'customer' });
  const actions = useCartActions();
  const [own, setOwn] = useState(() => usualQuantity(product));
  const [busy, setBusy] = useState(false);
  const inCart = cart?.items.find((item) => item.productId === product._id)?.quantity ?? 0;
  const room = Math.round((product.available - inCart) * 1000) / 1000;
  const obstacle = useObstacle(product, room);
  if (user !== null && user.role !== 'customer') return null;

  const max = Math.max(product.step, room);
  const min = inCart > 0 ? product.step : product.minimum;
  const quantity = Math.min(given ?? own, max);
  const add = async () => {
    setBusy(true);
    await actions.add(product, quantity);
    setBusy(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {obstacle === null && (
        <Stepper
          name={product.name}
          value={quantity}
          onChange={onQuantity ?? setOwn}
          unit={large ? product.unit : undefined}
          step={product.step}
          min={min}
          max={max}
        />
      )}
      <div className={cx('flex-1', large ? 'min-w-44' : 'min-w-24')}>
        <Button
          full
          size={large ? 'lg' : 'md'}
          busy={busy}
          disabledReason={obstacle}
          aria-label={obstacle === null && !large ? cartText.addName(product.name) : undefined}
          icon={obstacle === null ? <Icon of={ShoppingBasket} size={18} /> : undefined}
          onClick={() => void add()}
        >
          {obstacle ?? (large ? cartText.addToCart : cartText.add)}
        </Button>
      </div>
    </div>
  );
}
