import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { type CartItem, type ProductDto, withProduct } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { cartQueryOptions } from './cart';
import { newLine } from './cart-math';
import { guestCart } from './guest-cart';
import { useSetCartItem } from './set-cart-item';
import { cartText } from './texts';

const round = (quantity: number) => Math.round(quantity * 1000) / 1000;

/** One toast for all that is added while it is shown. */
const added = ({ name }: ProductDto) => ({
  title: cartText.added,
  about: 'added',
  names: [name],
  description: cartText.addedText,
});

/** The cart actions of every page, with the toasts of SPEC section 4. */
export function useCartActions() {
  const { user } = useSession();
  const client = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  const setLine = useSetCartItem();

  const failed = (error: unknown) =>
    toast({ tone: 'error', title: cartText.failed, description: errorMessage(error) });

  /** Returns whether the server accepted it. */
  const set = async (item: CartItem, quantity: number): Promise<boolean> => {
    if (user === null) {
      guestCart.set(item, quantity);
      return true;
    }
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
          ...added(product),
          description: (names) => cartText.addedText(names) + cartText.signInFirst,
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
        toast({
          ...added(product),
          action: { label: cartText.seeCart, onAction: () => void navigate(paths.cart) },
        });
      } catch (error) {
        failed(error);
      }
    },
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
