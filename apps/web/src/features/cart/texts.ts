import { defineMessages } from '../../lib/text/messages';

/** Texts of adding to the cart; the toast is specified (docs/product.md, Behaviour). */
export const cartText = defineMessages({
  en: {
    add: 'Add',
    toCart: ' to Cart',
    addName: (name: string) => `Add ${name} to cart`,
    added: 'Added to cart',
    addedText: (names: readonly string[]) => {
      const others = names.length - 1;
      const last = names[others];
      return others === 0
        ? `${last} has been added to your cart.`
        : `${last} and ${others} more have been added to your cart.`;
    },
    signInFirst: ' Sign in to check out.',
    seeCart: 'See the cart',
    signIn: 'Sign in',
    failed: 'Your cart could not be changed',
    backOn: (date: string) => `Back on ${date}`,
    soldOut: 'Sold out',
    notSold: 'Not sold now',
    offline: 'Buying needs a connection',
    inactive: 'Your account is inactive and cannot buy',
    inCartAll: 'All that is left is in your cart',
  },
});

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
