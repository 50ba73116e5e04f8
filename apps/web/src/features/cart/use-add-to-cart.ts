import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { loadChunk } from '../../lib/api/chunks';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { guestCart } from './guest-cart';
import { cartText } from './texts';

/** One toast for all products that are added while it is shown. */
const added = ({ name }: ProductDto) => ({
  title: cartText.added,
  about: 'added',
  names: [name],
  description: cartText.addedText,
});

/** Shows that the cart could not be changed, and why. */
export function useCartFailure(): (error: unknown) => void {
  const toast = useToast();
  return (error) =>
    toast({ tone: 'error', title: cartText.failed, description: errorMessage(error) });
}

/** Adds to the customer's or the visitor's cart, with the toast of docs/product.md. */
export function useAddToCart() {
  const { user } = useSession();
  const client = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  const failed = useCartFailure();
  return async (product: ProductDto, quantity: number) => {
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
      // visitors do not load it
      const { addToCart } = await loadChunk(() => import('./cart'));
      await addToCart(client, product, quantity);
      toast({
        ...added(product),
        action: { label: cartText.seeCart, onAction: () => void navigate(paths.cart) },
      });
    } catch (error) {
      failed(error);
    }
  };
}
