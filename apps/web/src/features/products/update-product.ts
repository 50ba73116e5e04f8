import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ChangeStock,
  type CreateProduct,
  type OwnProductDto,
  ownProductDtoSchema,
  type UpdateProduct,
} from '#libs/contracts';
import { errorCode, request } from '../../lib/api';
import { liveStore } from '../../realtime/live-store';
import { putProduct } from './products.live';

export interface ProductEdit {
  readonly product: Pick<OwnProductDto, '_id' | 'version'>;
  readonly change: Omit<UpdateProduct, 'version'>;
}

/** `PATCH /products/:id`, refused when the product changed since it was read. */
function updateProduct({ product, change }: ProductEdit): Promise<OwnProductDto> {
  return request(ownProductDtoSchema, `/products/${product._id}`, {
    method: 'PATCH',
    body: { version: product.version, ...change },
  });
}

export interface StockChange {
  readonly product: Pick<OwnProductDto, '_id' | 'version'>;
  readonly change: Omit<ChangeStock, 'version'>;
}

/** A count was overtaken: the product as it is now, to be counted against. */
export class Overtaken extends Error {
  constructor(readonly now: OwnProductDto) {
    super('The stock changed while it was counted.');
    this.name = 'Overtaken';
  }
}

/**
 * `POST /products/:id/stock`. What came or went is true whatever was sold meanwhile, so it is sent once more
 * against the newest version; a count is not. Throws `Overtaken` for that.
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
    if (change.change === undefined) throw new Overtaken(now);
    return send(now.version);
  }
}

/** The product as it is on the server now. */
export function readProduct(id: string): Promise<OwnProductDto> {
  return request(ownProductDtoSchema, `/farms/mine/products/${id}`);
}

/** A wish under the key that makes it one product however often it is sent. */
export interface Keyed<Wish> {
  readonly key: string;
  readonly wish: Wish;
}

function post(path: string, key: string, body?: CreateProduct): Promise<OwnProductDto> {
  return request(ownProductDtoSchema, path, {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    body,
  });
}

/** Sends a change and puts the answer in its place wherever the product is cached. */
function useProductMutation<Wish>(send: (wish: Wish) => Promise<OwnProductDto>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (answer) => liveStore(client).put([putProduct(answer)]),
  });
}

export const useUpdateProduct = () => useProductMutation(updateProduct);
export function useChangeStock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeStock,
    onSuccess: (answer) => liveStore(client).put([putProduct(answer)]),
    onError: (error) =>
      error instanceof Overtaken && liveStore(client).put([putProduct(error.now)]),
  });
}
/** `POST /products`. */
export const useCreateProduct = () =>
  useProductMutation(({ key, wish }: Keyed<CreateProduct>) => post('/products', key, wish));
/** `POST /products/:id/duplicate`. */
export const useDuplicateProduct = () =>
  useProductMutation(({ key, wish }: Keyed<{ id: string }>) =>
    post(`/products/${wish.id}/duplicate`, key),
  );
