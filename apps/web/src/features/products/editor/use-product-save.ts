import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type CreateProduct, type OwnProductDto, toBaseUnits } from '#libs/contracts';
import { errorCode } from '../../../lib/api';
import { FormError } from '../../../lib/use-form';
import { liveStore } from '../../../realtime/live-store';
import { putProduct } from '../products.live';
import { asFormError, asSentence } from '../server-faults';
import { readProduct, useCreateProduct, useUpdateProduct } from '../update-product';
import { draftOf, merge, type ProductDraft } from './draft';
import { createOf, editOf, faultsOf, fieldOf, type ProductForm } from './product-form';
import { editorText as text } from './texts';

/** How a draft becomes a product on the server. Both throw `FormError` for what the form can show. */
export function useProductSave() {
  const client = useQueryClient();
  const creating = useCreateProduct();
  const updating = useUpdateProduct();
  /** The wish that has no answer yet goes out again under its own key. */
  const unanswered = useRef<{ said: string; key: string } | null>(null);

  const create = async (form: ProductForm): Promise<OwnProductDto> => {
    check(form, false);
    const wish: CreateProduct = createOf(form);
    const said = JSON.stringify(wish);
    if (unanswered.current?.said !== said) unanswered.current = { said, key: crypto.randomUUID() };
    const { key } = unanswered.current;
    return creating.mutateAsync({ key, wish }).catch(refuse);
  };

  /**
   * Saves what was changed since `base`. Where the product has moved on meanwhile, it is read anew: what was
   * changed there in other fields stands, and what was changed in the same ones has to be looked at first.
   */
  const update = async (
    form: ProductForm,
    draft: ProductDraft,
    base: OwnProductDto,
    publish: boolean,
  ): Promise<OwnProductDto> => {
    check(form, publish || base.status === 'live' || base.status === 'review');
    const change = { ...editOf(form, base), ...(publish && { status: 'live' as const }) };
    try {
      return await updating.mutateAsync({ product: base, change });
    } catch (error) {
      if (errorCode(error) !== 'VERSION_CONFLICT') return refuse(error);
    }
    const now = await readProduct(base._id);
    liveStore(client).put([putProduct(now)]);
    if (merge(draft, draftOf(base), draftOf(now)).clashes.length > 0) throw clash();
    try {
      return await updating.mutateAsync({ product: now, change });
    } catch (error) {
      if (errorCode(error) === 'VERSION_CONFLICT') throw clash();
      return refuse(error);
    }
  };

  return { create, update, saving: creating.isPending || updating.isPending };
}

const clash = () => new FormError({ '': text.conflict });

function refuse(error: unknown): never {
  throw asFormError(error, fieldOf);
}

/** What the server would refuse is said at the fields before anything is sent. */
function check(form: ProductForm, shown: boolean): void {
  const faults = faultsOf(form, shown);
  if (form.onHand !== undefined && toBaseUnits(form.onHand, form.unit) === null)
    faults.push({ path: 'onHand', message: text.bad.zeroAmount });
  if (faults.length === 0) return;
  const errors = faults.map(({ path, message }) => [fieldOf(path), asSentence(message)]);
  throw new FormError(Object.fromEntries(errors));
}
