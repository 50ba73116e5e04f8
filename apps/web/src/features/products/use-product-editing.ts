import { useState } from 'react';
import type { OwnProductDto } from '#libs/contracts';
import { errorCode } from '../../lib/api';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { changeOf, countsStock, type Draft, type DraftErrors, draftOf } from './edit-draft';
import { productsText } from './texts';
import { type ProductEdit, useUpdateProduct } from './update-product';

const noErrors: DraftErrors = { price: false, onHand: false };
const [firstReason] = productsText.reasons;

/** In-place editing of one row at a time. */
export function useProductEditing() {
  const toast = useToast();
  const update = useUpdateProduct();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [errors, setErrors] = useState(noErrors);

  const close = () => {
    setDraft(null);
    setErrors(noErrors);
  };
  const send = async (edit: ProductEdit, name: string) => {
    try {
      await update.mutateAsync(edit);
      toast({ title: productsText.saved(name) });
      return true;
    } catch (error) {
      const isConflict = errorCode(error) === 'VERSION_CONFLICT';
      toast({
        tone: 'error',
        title: productsText.failed(name),
        description: isConflict ? productsText.conflict : errorMessage(error),
      });
      return false;
    }
  };

  return {
    errors,
    busy: (product: OwnProductDto) =>
      update.isPending && update.variables.product._id === product._id,
    draftOf: (product: OwnProductDto) => (draft?.base._id === product._id ? draft : null),
    open: (product: OwnProductDto) => {
      setErrors(noErrors);
      setDraft(draftOf(product, firstReason));
    },
    cancel: close,
    edit: (change: Partial<Pick<Draft, 'price' | 'onHand' | 'reason'>>) => {
      setErrors(noErrors);
      setDraft((now) => now && { ...now, ...change });
    },
    /** A count is sent with the version that it is based on; a price with the current version. */
    save: (product: OwnProductDto) => {
      if (draft === null || update.isPending) return;
      const result = changeOf(draft);
      if ('errors' in result) return setErrors(result.errors);
      if (result.change === null) return close();
      const base = countsStock(draft) ? draft.base : product;
      send({ product: base, change: result.change }, product.name)
        .then((saved) => (saved ? close() : setDraft({ ...draft, base: product })))
        .catch(() => undefined); // `send` has shown the error
    },
  };
}
export type ProductEditing = ReturnType<typeof useProductEditing>;
