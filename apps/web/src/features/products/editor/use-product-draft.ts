import { useEffect, useReducer } from 'react';
import type { OwnProductDto } from '#libs/contracts';
import {
  type DraftField,
  differing,
  draftOf,
  emptyDraft,
  isSame,
  merge,
  only,
  type ProductDraft,
} from './draft';

/** A draft, the product it was begun from, and what happened to that meanwhile. */
export interface DraftState {
  /** Null for a product that is yet to be made. */
  readonly base: OwnProductDto | null;
  readonly draft: ProductDraft;
  /** Fields that were changed elsewhere and taken over. */
  readonly taken: readonly DraftField[];
  /** Fields that were changed here and elsewhere; what they say there is in `base`. */
  readonly clashes: readonly DraftField[];
}

type Images = ProductDraft['images'];
type Act =
  | { readonly do: 'type'; readonly change: Partial<ProductDraft> }
  | { readonly do: 'arrange'; readonly change: (images: Images) => Images }
  | { readonly do: 'hear'; readonly product: OwnProductDto }
  | { readonly do: 'settle'; readonly product: OwnProductDto }
  | { readonly do: 'take' | 'keep'; readonly field: DraftField }
  | { readonly do: 'understand' };

const began = (base: OwnProductDto | null): DraftState => ({
  base,
  draft: base === null ? emptyDraft : draftOf(base),
  taken: [],
  clashes: [],
});
const startOf = ({ base }: DraftState) => (base === null ? emptyDraft : draftOf(base));

function reduce(state: DraftState, act: Act): DraftState {
  const without = (field: DraftField) => state.clashes.filter((one) => one !== field);
  switch (act.do) {
    case 'type':
      return { ...state, draft: { ...state.draft, ...act.change } };
    case 'arrange':
      return { ...state, draft: { ...state.draft, images: act.change(state.draft.images) } };
    case 'settle':
      return began(act.product);
    case 'hear': {
      if (state.base !== null && act.product.version < state.base.version) return state;
      const now = draftOf(act.product);
      const { draft, taken, clashes } = merge(state.draft, startOf(state), now);
      const open = [...new Set([...state.clashes, ...clashes])];
      return {
        base: act.product,
        draft,
        taken: [...new Set([...state.taken, ...taken])],
        clashes: open.filter((field) => !isSame(field, draft, now)),
      };
    }
    case 'take': {
      const theirs = only(startOf(state), [act.field]);
      return { ...state, draft: { ...state.draft, ...theirs }, clashes: without(act.field) };
    }
    case 'keep':
      return { ...state, clashes: without(act.field) };
    case 'understand':
      return { ...state, taken: [] };
  }
}

/**
 * The draft of a product. What changes elsewhere while somebody writes comes in where they did not write, and
 * is shown beside their own words where they did; it is `held` back while a save is under way.
 */
export function useProductDraft(product: OwnProductDto | null, held: boolean) {
  const [state, dispatch] = useReducer(reduce, product, began);
  const behind = product !== null && product !== state.base;
  useEffect(() => {
    if (product !== null && behind && !held) dispatch({ do: 'hear', product });
  }, [product, behind, held]);
  return {
    ...state,
    changed: differing(state.draft, startOf(state)),
    /** What the product says now, as a form would. */
    theirs: startOf(state),
    type: (change: Partial<ProductDraft>) => dispatch({ do: 'type', change }),
    arrange: (change: (images: Images) => Images) => dispatch({ do: 'arrange', change }),
    /** What was written is saved, and this is the answer. */
    settle: (saved: OwnProductDto) => dispatch({ do: 'settle', product: saved }),
    take: (field: DraftField) => dispatch({ do: 'take', field }),
    keep: (field: DraftField) => dispatch({ do: 'keep', field }),
    understand: () => dispatch({ do: 'understand' }),
  };
}
export type ProductDraftController = ReturnType<typeof useProductDraft>;
