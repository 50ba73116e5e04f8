import type { CartItem } from '#libs/contracts';
import { useToast } from '../../ui/toast';
import { useAcknowledgeCart } from './acknowledge-cart';
import { keptQuantity } from './cart-math';
import { useClearCart } from './clear-cart';
import { useMergeCart } from './merge-cart';
import { cartText } from './texts';
import { useCartActions } from './use-cart-actions';

/** What one does to a basket that one looks at. */
export function useBasketActions() {
  const toast = useToast();
  const { set, remove, failed } = useCartActions();
  const clearCart = useClearCart();
  const mergeCart = useMergeCart();
  const acknowledge = useAcknowledgeCart();
  return {
    set,
    remove,
    /** Accepts what has changed on a line: today's price, and what is left of it. */
    keep: async (item: CartItem) => {
      const { productId, price } = item;
      const quantity = keptQuantity(item);
      const line = { productId, price, ...(quantity === undefined ? {} : { quantity }) };
      await acknowledge.mutateAsync([line]).catch(failed);
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
