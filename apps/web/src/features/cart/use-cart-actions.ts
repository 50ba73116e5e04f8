import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { type CartItem, type ProductDto, withProduct } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { useAcknowledgeCart } from './acknowledge-cart';
import { cartQueryOptions } from './cart';
import { keptQuantity, newLine } from './cart-math';
import { useClearCart } from './clear-cart';
import { guestCart } from './guest-cart';
import { useMergeCart } from './merge-cart';
import { useSetCartItem } from './set-cart-item';
import { cartText } from './texts';

const round = (quantity: number) => Math.round(quantity * 1000) / 1000;

/** Everything one can do to a basket, with the toasts of SPEC section 4. */
export function useCartActions() {
  const { user } = useSession();
  const client = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  const setLine = useSetCartItem();
  const clearCart = useClearCart();
  const mergeCart = useMergeCart();
  const acknowledge = useAcknowledgeCart();

  const failed = (error: unknown) =>
    toast({ tone: 'error', title: cartText.failed, description: errorMessage(error) });

  /** Answers whether the server took it. */
  const set = async (item: CartItem, quantity: number): Promise<boolean> => {
    try {
      await setLine(withProduct({ ...item, quantity }, {}));
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  };

  return {
    add: async (product: ProductDto, quantity: number) => {
      if (user === null) {
        guestCart.add(product, quantity);
        toast({
          title: cartText.added,
          description: cartText.addedGuest(product.name),
          action: {
            label: cartText.signIn,
            onAction: () => void navigate(paths.signIn, { state: { next: paths.cart } }),
          },
        });
        return;
      }
      try {
        const cart = await client.ensureQueryData(cartQueryOptions());
        const had = cart.items.find((item) => item.productId === product._id)?.quantity ?? 0;
        await setLine(newLine(product, round(had + quantity)));
        toast({ title: cartText.added, description: cartText.addedText(product.name) });
      } catch (error) {
        failed(error);
      }
    },
    set,
    /** Accepts what has changed on a line: today's price, and what is left of it. */
    keep: async (item: CartItem) => {
      const { productId, price } = item;
      const quantity = keptQuantity(item);
      const line = { productId, price, ...(quantity === undefined ? {} : { quantity }) };
      await acknowledge.mutateAsync([line]).catch(failed);
    },
    remove: async (item: CartItem) => {
      if (!(await set(item, 0))) return;
      toast({
        tone: 'info',
        title: cartText.removed,
        description: cartText.removedText(item.name),
      });
    },
    clear: async (items: readonly CartItem[]) => {
      const taken = items.map(({ productId, quantity }) => ({ productId, quantity }));
      try {
        await clearCart.mutateAsync();
        toast({
          tone: 'info',
          title: cartText.cleared,
          description: cartText.clearedText,
          action: {
            label: cartText.undo,
            onAction: () => void mergeCart.mutateAsync(taken).catch(failed),
          },
        });
      } catch (error) {
        failed(error);
      }
    },
  };
}
