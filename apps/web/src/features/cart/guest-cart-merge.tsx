import { useEffect } from 'react';
import { logError } from '../../lib/log';
import { useSession } from '../../lib/session';
import { useToast } from '../../ui/toast';
import { guestCart } from './guest-cart';
import { useMergeCart } from './merge-cart';
import { cartText } from './texts';

/** Joins a visitor's basket to the customer's at sign-in. */
export function GuestCartMerge() {
  const { user } = useSession();
  const { mutateAsync: merge } = useMergeCart();
  const toast = useToast();
  const customerId = user?.role === 'customer' && user.status === 'active' ? user._id : null;
  useEffect(() => {
    const items = guestCart.read();
    if (customerId === null || items.length === 0) return;
    // taken before it is sent: a second run must not add it twice
    guestCart.write([]);
    merge(items)
      .then(() => toast({ title: cartText.merged, description: cartText.mergedText }))
      .catch((error: unknown) => {
        logError('The basket of before the sign-in could not be merged', error);
        guestCart.write(items);
      });
  }, [customerId, merge, toast]);
  return null;
}
