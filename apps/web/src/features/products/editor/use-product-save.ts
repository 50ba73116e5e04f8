import { useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useRef } from 'react';
import { amountFaults, type CreateProduct, type OwnProductDto } from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { FormError } from '../../../lib/forms/use-form';
import { liveStore } from '../../../realtime/live-store';
import { ownProductQueryOptions } from '../product-queries';
import { putProduct } from '../products.live';
import { editorText as text } from '../texts';
import {
  asFormError,
  asSentence,
  readProduct,
  useCreateProduct,
  useUpdateProduct,
} from '../update-product';
import { draftOf, merge, type ProductDraft } from './draft';
import {
  fieldOf,
  type ProductForm,
  toCreateBody,
  toUpdateBody,
  validationErrors,
} from './product-form';

/** Creates and updates products. Both functions throw `FormError` for errors that the form can show. */
export function useProductSave() {
  const client = useQueryClient();
  const creating = useCreateProduct();
  const updating = useUpdateProduct();
  /** The last attempt: a retry of the same body has the same idempotency key. */
  const attempt = useRef<{ body: string; key: string } | null>(null);

  const create = async (form: ProductForm): Promise<OwnProductDto> => {
    validate(form, false);
    const body: CreateProduct = toCreateBody(form);
    const serialized = JSON.stringify(body);
    if (attempt.current?.body !== serialized) attempt.current = { body: serialized, key: nanoid() };
    const { key } = attempt.current;
    const product = await creating.mutateAsync({ key, body }).catch(throwFormError);
    // The editor goes on at the product's own address, and must not wait for it there.
    client.setQueryData(ownProductQueryOptions(product._id).queryKey, product);
    return product;
  };

  /**
   * Saves the changes since `base`. After a version conflict the product is refetched and the update is retried, unless
   * the same fields were changed elsewhere: then it throws, so that the user can resolve the conflict.
   */
  const update = async (
    form: ProductForm,
    draft: ProductDraft,
    base: OwnProductDto,
    publish: boolean,
  ): Promise<OwnProductDto> => {
    validate(form, publish || base.status === 'live' || base.status === 'review');
    const change = { ...toUpdateBody(form, base), ...(publish && { status: 'live' as const }) };
    try {
      return await updating.mutateAsync({ product: base, change });
    } catch (error) {
      if (errorCode(error) !== 'VERSION_CONFLICT') return throwFormError(error);
    }
    const now = await readProduct(base._id);
    liveStore(client).put([putProduct(now)]);
    if (merge(draft, draftOf(base), draftOf(now)).conflicts.length > 0) throw conflictError();
    try {
      return await updating.mutateAsync({ product: now, change });
    } catch (error) {
      if (errorCode(error) === 'VERSION_CONFLICT') throw conflictError();
      return throwFormError(error);
    }
  };

  return { create, update, saving: creating.isPending || updating.isPending };
}

const conflictError = () => new FormError({ '': text.conflict });

function throwFormError(error: unknown): never {
  throw asFormError(error, fieldOf);
}

/** Throws a `FormError` for input that the server would refuse. */
function validate(form: ProductForm, shown: boolean): void {
  const faults = validationErrors(form, shown);
  if (form.onHand !== undefined) faults.push(...amountFaults(form.unit, { onHand: form.onHand }));
  if (faults.length === 0) return;
  const errors = faults.map(({ path, message }) => [fieldOf(path), asSentence(message)]);
  throw new FormError(Object.fromEntries(errors));
}
