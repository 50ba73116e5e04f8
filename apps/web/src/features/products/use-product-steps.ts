import { useRef } from 'react';
import {
  type AskedProductStatus,
  nextProductStatuses,
  type OwnProductDto,
  type ProductStatus,
} from '#libs/contracts';
import { errorCode } from '../../lib/api';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { productsText } from './texts';
import { useDuplicateProduct, useUpdateProduct } from './update-product';

/** A step that a farmer can take with a product now, and what its button says. */
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

/** The steps out of a product's status, in the order in which the transition table has them. */
export function productSteps({
  status,
  moderation,
}: Pick<OwnProductDto, 'status' | 'moderation'>): ProductStep[] {
  return nextProductStatuses(status, 'farmer').map((to) => ({
    to,
    label: to === 'live' && moderation !== null ? steps.askAgain : (labels[status][to] ?? to),
  }));
}

/** Takes steps with products, and copies them; says how each went. */
export function useProductSteps(onDuplicated: (copy: OwnProductDto) => void) {
  const toast = useToast();
  const update = useUpdateProduct();
  const copying = useDuplicateProduct();
  /** The wish that has no answer yet goes out again under its own key. */
  const unanswered = useRef<{ id: string; key: string } | null>(null);
  return {
    busy: ({ _id }: OwnProductDto) =>
      (update.isPending && update.variables.product._id === _id) ||
      (copying.isPending && copying.variables.wish.id === _id),
    take: (product: OwnProductDto, to: AskedProductStatus) => {
      if (update.isPending) return;
      update.mutate(
        { product, change: { status: to } },
        {
          onSuccess: ({ status, name }) => toast({ title: productsText.stepped[status](name) }),
          onError: (error) =>
            toast({
              tone: 'error',
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
      if (copying.isPending) return;
      if (unanswered.current?.id !== id) unanswered.current = { id, key: crypto.randomUUID() };
      copying.mutate(
        { key: unanswered.current.key, wish: { id } },
        {
          onSuccess: (copy) => {
            unanswered.current = null;
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
