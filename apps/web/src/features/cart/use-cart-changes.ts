import { useQueryClient } from '@tanstack/react-query';
import { type CartItem, withProduct } from '#libs/contracts';
import { useSession } from '../../lib/session/session';
import { useToast } from '../../ui/toast';
import { setCartItem } from './cart';
import { guestCart } from './guest-cart';
import { cartText as text } from './texts';
import { useCartFailure } from './use-add-to-cart';

/** Changes and removes lines of the customer's or the visitor's cart, with the toasts of docs/product.md. */
export function useCartChanges() {
  const { user } = useSession();
  const client = useQueryClient();
  const toast = useToast();
  const failed = useCartFailure();

  /** Returns whether the server accepted it. */
  const set = async (item: CartItem, quantity: number): Promise<boolean> => {
    if (user === null) {
      guestCart.set(item, quantity);
      return true;
    }
    try {
      await setCartItem(client, withProduct({ ...item, quantity }, {}));
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  };

  return {
    set,
    remove: async (item: CartItem) => {
      if (!(await set(item, 0))) return;
      toast({
        tone: 'info',
        title: text.removed,
        description: text.removedText(item.name),
        action: { label: text.undo, onAction: () => void set(item, item.quantity) },
      });
    },
  };
}
