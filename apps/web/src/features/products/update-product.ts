import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ChangeStock,
  type CreateProduct,
  type OwnProductDto,
  ownProductDtoSchema,
  type UpdateProduct,
} from '#libs/contracts';
import { ApiError, errorCode, request } from '../../lib/api/api';
import { FormError } from '../../lib/forms/use-form';
import { liveStore } from '../../realtime/live-store';
import { putProduct } from './products.live';

export interface ProductEdit {
  readonly product: Pick<OwnProductDto, '_id' | 'version'>;
  readonly change: Omit<UpdateProduct, 'version'>;
}

/** `PATCH /products/:id`; a version conflict if the product has changed since it was fetched. */
function updateProduct({ product, change }: ProductEdit): Promise<OwnProductDto> {
  return request(ownProductDtoSchema, `/products/${product._id}`, {
    method: 'PATCH',
    body: { version: product.version, ...change },
  });
}

interface StockChange {
  readonly product: Pick<OwnProductDto, '_id' | 'version'>;
  readonly change: Omit<ChangeStock, 'version'>;
}

/** The stock changed while it was counted; `now` is the current product. */
export class StockConflict extends Error {
  constructor(readonly now: OwnProductDto) {
    super('The stock changed while it was counted.');
    this.name = 'StockConflict';
  }
}

/**
 * `POST /products/:id/stock`. After a version conflict a relative change is still valid and is retried with the newest
 * version; a count is not, and throws `StockConflict`.
 */
async function changeStock({ product, change }: StockChange): Promise<OwnProductDto> {
  const send = (version: number) =>
    request(ownProductDtoSchema, `/products/${product._id}/stock`, {
      method: 'POST',
      body: { version, ...change },
    });
  try {
    return await send(product.version);
  } catch (error) {
    if (errorCode(error) !== 'VERSION_CONFLICT') throw error;
    const now = await readProduct(product._id);
    if (change.change === undefined) throw new StockConflict(now);
    return send(now.version);
  }
}

/** Fetches the current product. */
export function readProduct(id: string): Promise<OwnProductDto> {
  return request(ownProductDtoSchema, `/farms/mine/products/${id}`);
}

/** A request body with its idempotency key. */
interface WithIdempotencyKey<Body> {
  readonly key: string;
  readonly body: Body;
}

function post(path: string, key: string, body?: CreateProduct): Promise<OwnProductDto> {
  return request(ownProductDtoSchema, path, {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    body,
  });
}

/** A mutation whose response is put into the store. */
function useProductMutation<Variables>(send: (variables: Variables) => Promise<OwnProductDto>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (product) => liveStore(client).put([putProduct(product)]),
  });
}

export const useUpdateProduct = () => useProductMutation(updateProduct);
export function useChangeStock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeStock,
    onSuccess: (product) => liveStore(client).put([putProduct(product)]),
    onError: (error) =>
      error instanceof StockConflict && liveStore(client).put([putProduct(error.now)]),
  });
}
/** `POST /products`. */
export const useCreateProduct = () =>
  useProductMutation(({ key, body }: WithIdempotencyKey<CreateProduct>) =>
    post('/products', key, body),
  );
/** `POST /products/:id/duplicate`. */
export const useDuplicateProduct = () =>
  useProductMutation(({ key, body }: WithIdempotencyKey<{ id: string }>) =>
    post(`/products/${body.id}/duplicate`, key),
  );

/** Capitalizes a message of the server: `must not be empty` → `Must not be empty`. */
export const asSentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);

/**
 * Converts field errors of the server to a `FormError`. `fieldOf` maps a path to the form's field; for instance, all
 * allergens are one text field. Other errors are returned unchanged.
 */
export function asFormError(error: unknown, fieldOf: (path: string) => string): unknown {
  const fieldErrors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  if (fieldErrors.length === 0) return error;
  const errors: Record<string, string> = {};
  for (const { path, message } of fieldErrors) errors[fieldOf(path)] ??= asSentence(message);
  return new FormError(errors);
}
