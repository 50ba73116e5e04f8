import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ProductDto, productDtoSchema, type UpdateProduct } from '#libs/contracts';
import { request } from '../../lib/api';
import { putProduct } from '../../realtime/put-answer';

export interface ProductEdit {
  readonly product: ProductDto;
  readonly change: Omit<UpdateProduct, 'version'>;
}

/** `PATCH /products/:id`, refused when the product changed since it was read. */
export function updateProduct({ product, change }: ProductEdit): Promise<ProductDto> {
  return request(productDtoSchema, `/products/${product._id}`, {
    method: 'PATCH',
    body: { version: product.version, ...change },
  });
}

/** Saves an edit and puts the answer in its place wherever the product is cached. */
export function useUpdateProduct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: updateProduct,
    onSuccess: (answer) => putProduct(client, answer),
  });
}
