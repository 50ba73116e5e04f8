import { useQueryClient } from '@tanstack/react-query';
import { type CartItem, withProduct } from '#libs/contracts';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { setCartItem } from './set-cart-item';
import { cartText } from './texts';

/** Changes a line of the customer's cart, with the toasts of SPEC section 4. */
export function useCartActions() {
  const client = useQueryClient();
  const toast = useToast();

  const failed = (error: unknown) =>
    toast({ tone: 'error', title: cartText.failed, description: errorMessage(error) });

  /** Returns whether the server accepted it. */
  const set = async (item: CartItem, quantity: number): Promise<boolean> => {
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
    failed,
    remove: async (item: CartItem) => {
      if (!(await set(item, 0))) return;
      toast({
        tone: 'info',
        title: cartText.removed,
        description: cartText.removedText(item.name),
        action: { label: cartText.undo, onAction: () => void set(item, item.quantity) },
      });
    },
  };
}
