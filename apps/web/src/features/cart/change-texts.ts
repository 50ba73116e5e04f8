import { defineMessages } from '../../lib/messages';

/** Texts of changing the cart; the toasts are specified (docs/product.md, Behaviour). */
export const cartChangeText = defineMessages({
  en: {
    removed: 'Removed from cart',
    removedText: (name: string) => `${name} has been removed from your cart.`,
    cleared: 'Cart cleared',
    clearedText: 'All items have been removed from your cart.',
    undo: 'Undo',
  },
});
