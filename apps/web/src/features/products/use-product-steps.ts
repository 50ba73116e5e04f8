import { nanoid } from 'nanoid';
import { useRef } from 'react';
import {
  type AskedProductStatus,
  nextProductStatuses,
  type OwnProductDto,
  type ProductStatus,
} from '#libs/contracts';
import { errorCode } from '../../lib/api/api';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { productsText } from './texts';
import { useDuplicateProduct, useUpdateProduct } from './update-product';

/** A status change that a farmer can make, and the label of its button. */
export interface ProductStep {
  readonly to: AskedProductStatus;
  readonly label: string;
}

const { steps } = productsText;
const labels: Record<ProductStatus, Partial<Record<AskedProductStatus, string>>> = {
  draft: { live: steps.publish, archived: steps.archive },
  review: { draft: steps.withdraw, archived: steps.archive },
  live: { paused: steps.pause, archived: steps.archive },
  paused: { live: steps.resume, archived: steps.archive },
  archived: { draft: steps.restore },
};

/** The possible steps of a product, in the order of the transition table. */
export function productSteps({
  status,
  moderation,
}: Pick<OwnProductDto, 'status' | 'moderation'>): ProductStep[] {
  return nextProductStatuses(status, 'farmer').map((to) => ({
    to,
    label: to === 'live' && moderation !== null ? steps.askAgain : (labels[status][to] ?? to),
  }));
}

/** Changes the status of products and duplicates them, with toasts for the results. */
export function useProductSteps(onDuplicated: (copy: OwnProductDto) => void) {
  const toast = useToast();
  const update = useUpdateProduct();
  const duplicate = useDuplicateProduct();
  /** The last attempt: a retry for the same product has the same idempotency key. */
  const attempt = useRef<{ id: string; key: string } | null>(null);
  return {
    busy: ({ _id }: OwnProductDto) =>
      (update.isPending && update.variables.product._id === _id) ||
      (duplicate.isPending && duplicate.variables.body.id === _id),
    changeStatus: (product: OwnProductDto, to: AskedProductStatus) => {
      if (update.isPending) return;
      update.mutate(
        { product, change: { status: to } },
        {
          onSuccess: ({ _id, status, name }) =>
            toast({ about: _id, title: productsText.stepped[status](name) }),
          onError: (error) =>
            toast({
              tone: 'error',
              about: product._id,
              title: productsText.failed(product.name),
              description:
                errorCode(error) === 'VERSION_CONFLICT'
                  ? productsText.changedMeanwhile
                  : errorMessage(error),
            }),
        },
      );
    },
    duplicate: ({ _id: id, name }: OwnProductDto) => {
      if (duplicate.isPending) return;
      if (attempt.current?.id !== id) attempt.current = { id, key: nanoid() };
      duplicate.mutate(
        { key: attempt.current.key, body: { id } },
        {
          onSuccess: (copy) => {
            attempt.current = null;
            toast({ title: productsText.duplicated(copy.name) });
            onDuplicated(copy);
          },
          onError: (error) =>
            toast({
              tone: 'error',
              title: productsText.duplicateFailed(name),
              description: errorMessage(error),
            }),
        },
      );
    },
  };
}
