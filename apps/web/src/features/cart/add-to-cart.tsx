import { useQuery } from '@tanstack/react-query';
import { ShoppingBasket } from 'lucide-react';
import { Suspense, useRef, useState, useSyncExternalStore } from 'react';
import type { ProductDto } from '#libs/contracts';
import { lazyPart } from '../../lib/api/chunks';
import { useOnline } from '../../lib/browser/device';
import { cx } from '../../lib/cx';
import { useSession } from '../../lib/session/session';
import { formatDate } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Stepper } from '../../ui/stepper';
import { cartQueryOptions } from './cart';
import { defaultQuantity, roomFor } from './cart-math';
import { guestCart } from './guest-cart';
import { cartText } from './texts';
import { useAddToCart } from './use-add-to-cart';

/** Loaded once something is in the cart. */
const LineStepper = lazyPart(() => import('./line-stepper'));

/** Why the user cannot add this product now, or null. */
function useDisabledReason(product: ProductDto, room: number): string | null {
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

/** How much of this product is in the customer's or the visitor's cart. */
function useQuantityInCart({ _id }: ProductDto): number {
  const { user } = useSession();
  const { data: ofCustomer = 0 } = useQuery({
    ...cartQueryOptions(),
    enabled: user?.role === 'customer',
    // a number, so that a card does not render again when another product's quantity changes
    select: ({ items }) => items.find(({ productId }) => productId === _id)?.quantity,
  });
  const ofGuest = useSyncExternalStore(
    guestCart.subscribe,
    () => guestCart.quantityOf(_id),
    () => 0,
  );
  return user === null ? ofGuest : ofCustomer;
}

/**
 * A stepper and the Add button. A compact card has room for one of them: its Add button becomes a stepper of what is in
 * the cart. Nothing for farmers and admins, who have no cart.
 */
export function AddToCart({
  product,
  quantity: controlled,
  onQuantity,
  large = false,
  short = false,
}: {
  product: ProductDto;
  /** The amount, if the page controls it. */
  quantity?: number;
  onQuantity?: (quantity: number) => void;
  large?: boolean;
  /** The button alone, which adds the usual amount. */
  short?: boolean;
}) {
  const { user } = useSession();
  const inCart = useQuantityInCart(product);
  const addToCart = useAddToCart();
  const [own, setOwn] = useState(() => defaultQuantity(product));
  const [busy, setBusy] = useState(false);
  const room = roomFor(product, inCart);
  const disabledReason = useDisabledReason(product, room);
  const wide = useRef<HTMLDivElement>(null);
  const acted = useRef(false);
  const unread = useRef(false);
  const canChange = disabledReason === null || disabledReason === cartText.inCartAll;
  const isTaken = canChange && !large && !short && inCart > 0;
  if (user !== null && user.role !== 'customer') return null;

  const max = Math.max(product.step, room);
  const min = inCart > 0 ? product.step : product.minimum;
  const quantity = Math.min(controlled ?? own, max);
  const add = async () => {
    if (unread.current) return;
    acted.current = inCart === 0;
    setBusy(true);
    await addToCart(product, quantity);
    setBusy(false);
  };
  return (
    <>
      {isTaken && (
        <div className="min-h-11 @md:hidden">
          <Suspense
            fallback={
              <Button full busy>
                {cartText.add}
              </Button>
            }
          >
            <LineStepper product={product} quantity={inCart} acted={acted} add={wide} />
          </Suspense>
        </div>
      )}
      <div
        ref={wide}
        className={cx(
          'items-center gap-2',
          isTaken ? 'hidden @md:flex' : 'flex',
          !large && 'flex-wrap',
        )}
      >
        {disabledReason === null && !short && (
          // a compact card has no room for it
          <div className={large ? '' : 'hidden @md:block'}>
            <Stepper
              name={product.name}
              value={quantity}
              onChange={onQuantity ?? setOwn}
              unread={unread}
              unit={large ? product.unit : undefined}
              step={product.step}
              min={min}
              max={max}
            />
          </div>
        )}
        <div className={cx('flex-1', large ? 'sm:min-w-44' : 'min-w-24')}>
          <Button
            full
            size={large ? 'lg' : 'md'}
            busy={busy}
            disabledReason={disabledReason}
            aria-label={
              disabledReason === null && !large ? cartText.addName(product.name) : undefined
            }
            icon={
              disabledReason === null ? (
                <Icon of={ShoppingBasket} size={18} className={large ? 'max-xs:hidden' : ''} />
              ) : undefined
            }
            onClick={() => void add()}
          >
            {disabledReason ?? (
              <span>
                {cartText.add}
                {large && <span className="max-xs:sr-only">{cartText.toCart}</span>}
              </span>
            )}
          </Button>
        </div>
      </div>
    </>
  );
}
