import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { isId, MAX_ORDER_LINES, quantitySchema, UNITS } from '#libs/contracts';
import { logError } from '../../lib/browser/page';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { useToast } from '../../ui/toast';
import { useMergeCart } from './cart-calls';
import { type GuestItem, guestCart } from './guest-cart';
import { mergeReportOptions } from './merge-report';
import { cartPageText } from './texts';

/** Whether the server takes it: anything may have been stored. */
function isValid({ productId, quantity, name, unit }: GuestItem): boolean {
  return (
    isId(productId) &&
    quantitySchema.safeParse(quantity).success &&
    (name === undefined || typeof name === 'string') &&
    (unit === undefined || Object.hasOwn(UNITS, unit))
  );
}

/** Merges the guest cart into the customer's at sign-in. */
export function GuestCartMerge() {
  const { user } = useSession();
  const { mutateAsync: merge } = useMergeCart();
  const toast = useToast();
  const client = useQueryClient();
  const navigate = useRef(useNavigate());
  const customerId = user?.role === 'customer' && user.status === 'active' ? user._id : null;
  useEffect(() => {
    const items = guestCart.read().filter(isValid).slice(0, MAX_ORDER_LINES);
    if (customerId === null || items.length === 0) return;
    // emptied before the request: a second effect must not merge it twice
    guestCart.write([]);
    merge(items.map(({ productId, quantity }) => ({ productId, quantity })))
      .then(({ merged }) => {
        const lines = merged.map((line) => {
          const { name, unit } = items.find(({ productId }) => productId === line.productId) ?? {};
          return { ...line, name, unit };
        });
        client.setQueryData(mergeReportOptions().queryKey, lines);
        if (lines.length === 0) {
          toast({ title: cartPageText.merged, description: cartPageText.mergedText });
          return;
        }
        const onAction = () => void navigate.current(paths.cart);
        toast({
          tone: 'info',
          title: cartPageText.mergeTitle,
          description: cartPageText.mergeShort(lines.length),
          action: { label: cartPageText.toCart, onAction },
        });
      })
      .catch((error: unknown) => {
        logError('The guest cart could not be merged', error);
        guestCart.write(items);
      });
  }, [customerId, merge, toast, client]);
  return null;
}
