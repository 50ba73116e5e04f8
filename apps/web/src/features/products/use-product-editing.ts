import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnProductDto } from '#libs/contracts';
import { errorCode } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import {
  changeOf,
  countsStock,
  type Draft,
  type DraftErrors,
  draftOf,
  rebased,
} from './edit-draft';
import { putProduct } from './products.live';
import { productsText } from './texts';
import { type ProductEdit, readProduct, useUpdateProduct } from './update-product';

const noErrors: DraftErrors = { price: null, onHand: null };
const [firstReason] = productsText.reasons;

/** In-place editing of one row at a time. */
export function useProductEditing() {
  const client = useQueryClient();
  const toast = useToast();
  const update = useUpdateProduct();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [errors, setErrors] = useState(noErrors);

  const close = () => {
    setDraft(null);
    setErrors(noErrors);
  };
  const fail = (name: string, error: unknown) =>
    toast({
      tone: 'error',
      title: productsText.failed(name),
      description:
        errorCode(error) === 'VERSION_CONFLICT' ? productsText.conflict : errorMessage(error),
    });
  /**
   * Sends a draft with the version that it is based on. A sale does not conflict with a new price; after any other
   * change the draft is kept, and the row shows both values.
   */
  const send = async (typed: Draft, change: ProductEdit['change'], name: string) => {
    const attempt = async (product: OwnProductDto) => {
      await update.mutateAsync({ product, change });
      toast({ title: productsText.saved(name) });
      close();
    };
    try {
      await attempt(typed.base);
    } catch (error) {
      if (errorCode(error) !== 'VERSION_CONFLICT') return fail(name, error);
      const now = await readProduct(typed.base._id);
      liveStore(client).put([putProduct(now)]);
      if (!countsStock(typed) && now.price === typed.base.price) return attempt(now);
      fail(name, error);
      setDraft((current) => current && rebased(current, now));
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
    save: (product: OwnProductDto) => {
      if (draft === null || update.isPending) return;
      const result = changeOf(draft);
      if ('errors' in result) return setErrors(result.errors);
      if (result.change === null) return close();
      // with a sale that is already on screen, this saves a refused request
      const base = !countsStock(draft) && product.price === draft.base.price ? product : draft.base;
      send({ ...draft, base }, result.change, product.name).catch((error: unknown) =>
        fail(product.name, error),
      );
    },
  };
}
export type ProductEditing = ReturnType<typeof useProductEditing>;
