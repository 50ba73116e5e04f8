import { useState } from 'react';
import type { AskedProductStatus, ProductDto } from '#libs/contracts';
import { errorCode } from '../../lib/api';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { changeOf, countsStock, type Draft, type DraftErrors, draftOf } from './edit-draft';
import { productsText } from './texts';
import { type ProductEdit, useUpdateProduct } from './update-product';

const noErrors: DraftErrors = { price: false, onHand: false };
const [firstReason] = productsText.reasons;

/** One row at a time is open for editing; pausing and activating go without that. */
export function useProductEditing() {
  const toast = useToast();
  const update = useUpdateProduct();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [errors, setErrors] = useState(noErrors);
  const [busyId, setBusyId] = useState<string | null>(null);

  const close = () => {
    setDraft(null);
    setErrors(noErrors);
  };
  const send = async (edit: ProductEdit, done: string) => {
    const { product } = edit;
    setBusyId(product._id);
    try {
      await update.mutateAsync(edit);
      toast({ title: done });
      return true;
    } catch (error) {
      const overtaken = errorCode(error) === 'VERSION_CONFLICT';
      toast({
        tone: 'error',
        title: productsText.failed(product.name),
        description: overtaken ? productsText.conflict : errorMessage(error),
      });
      return false;
    } finally {
      setBusyId(null);
    }
  };

  return {
    errors,
    busy: (product: ProductDto) => busyId === product._id,
    draftOf: (product: ProductDto) => (draft?.base._id === product._id ? draft : null),
    open: (product: ProductDto) => {
      setErrors(noErrors);
      setDraft(draftOf(product, firstReason));
    },
    cancel: close,
    type: (change: Partial<Pick<Draft, 'price' | 'onHand' | 'reason'>>) => {
      setErrors(noErrors);
      setDraft((now) => now && { ...now, ...change });
    },
    /** A count is held against the stock it was counted from; a price goes on top of whatever is there. */
    save: (product: ProductDto) => {
      if (draft === null || busyId !== null) return;
      const result = changeOf(draft);
      if ('errors' in result) return setErrors(result.errors);
      if (result.change === null) return close();
      const base = countsStock(draft) ? draft.base : product;
      send({ product: base, change: result.change }, productsText.saved(product.name))
        .then((saved) => (saved ? close() : setDraft({ ...draft, base: product })))
        .catch(() => undefined); // send has told already
    },
    setStatus: (product: ProductDto, status: AskedProductStatus) => {
      const text = status === 'live' ? productsText.activated : productsText.paused;
      send({ product, change: { status } }, text(product.name)).catch(() => undefined);
    },
  };
}
export type ProductEditing = ReturnType<typeof useProductEditing>;
