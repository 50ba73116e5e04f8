import type { CartItem } from '#libs/contracts';
import { useToast } from '../../ui/toast';
import { useAcknowledgeCart, useClearCart, useMergeCart } from './cart-calls';
import { changedQuantity } from './cart-math';
import { cartText as text } from './texts';
import { useCartFailure } from './use-add-to-cart';
import { useCartChanges } from './use-cart-changes';

/** The actions of the cart page and the checkout. */
export function useCartPageActions() {
  const toast = useToast();
  const { set, remove } = useCartChanges();
  const failed = useCartFailure();
  const clearCart = useClearCart();
  const mergeCart = useMergeCart();
  const acknowledge = useAcknowledgeCart();
  return {
    set,
    remove,
    /** Accepts a line's new price and quantity. */
    acknowledgeChanges: async (item: CartItem) => {
      const { productId, price } = item;
      const quantity = changedQuantity(item);
      const line = { productId, price, ...(quantity === undefined ? {} : { quantity }) };
      await acknowledge.mutateAsync([line]).catch(failed);
    },
    clear: async (items: readonly CartItem[]) => {
      const cleared = items.map(({ productId, quantity }) => ({ productId, quantity }));
      try {
        await clearCart.mutateAsync();
        toast({
          tone: 'info',
          title: text.cleared,
          description: text.clearedText,
          action: {
            label: text.undo,
            onAction: () => void mergeCart.mutateAsync(cleared).catch(failed),
          },
        });
      } catch (error) {
        failed(error);
      }
    },
  };
}
