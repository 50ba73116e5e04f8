import { useEffect, useReducer } from 'react';
import type { OwnProductDto } from '#libs/contracts';
import {
  changedFields,
  type DraftField,
  draftOf,
  emptyDraft,
  isSame,
  merge,
  type ProductDraft,
  pickFields,
} from './draft';

/** A draft, the product that it is based on, and the result of merges. */
export interface DraftState {
  /** Null for a new product. */
  readonly base: OwnProductDto | null;
  readonly draft: ProductDraft;
  /** Fields that were changed elsewhere and merged. */
  readonly merged: readonly DraftField[];
  /** Fields that were changed here and elsewhere; `base` has the values from elsewhere. */
  readonly conflicts: readonly DraftField[];
}

type Images = ProductDraft['images'];
type Action =
  | { readonly type: 'edit'; readonly change: Partial<ProductDraft> }
  | { readonly type: 'edit-images'; readonly change: (images: Images) => Images }
  | { readonly type: 'receive'; readonly product: OwnProductDto }
  | { readonly type: 'saved'; readonly product: OwnProductDto; readonly sent: ProductDraft }
  | { readonly type: 'accept-theirs' | 'keep-mine'; readonly field: DraftField }
  | { readonly type: 'dismiss-merged' };

const initialState = (base: OwnProductDto | null): DraftState => ({
  base,
  draft: base === null ? emptyDraft : draftOf(base),
  merged: [],
  conflicts: [],
});
const baseDraft = ({ base }: DraftState) => (base === null ? emptyDraft : draftOf(base));

function reduce(state: DraftState, action: Action): DraftState {
  const without = (field: DraftField) => state.conflicts.filter((one) => one !== field);
  switch (action.type) {
    case 'edit':
      return { ...state, draft: { ...state.draft, ...action.change } };
    case 'edit-images':
      return { ...state, draft: { ...state.draft, images: action.change(state.draft.images) } };
    case 'saved': {
      const saved = initialState(action.product);
      // The stock of a saved product has a dialog of its own.
      const since = changedFields(state.draft, action.sent).filter((field) => field !== 'onHand');
      return { ...saved, draft: { ...saved.draft, ...pickFields(state.draft, since) } };
    }
    case 'receive': {
      if (state.base !== null && action.product.version < state.base.version) return state;
      const now = draftOf(action.product);
      const { draft, merged, conflicts } = merge(state.draft, baseDraft(state), now);
      const open = [...new Set([...state.conflicts, ...conflicts])];
      return {
        base: action.product,
        draft,
        merged: [...new Set([...state.merged, ...merged])],
        conflicts: open.filter((field) => !isSame(field, draft, now)),
      };
    }
    case 'accept-theirs': {
      const theirs = pickFields(baseDraft(state), [action.field]);
      return { ...state, draft: { ...state.draft, ...theirs }, conflicts: without(action.field) };
    }
    case 'keep-mine':
      return { ...state, conflicts: without(action.field) };
    case 'dismiss-merged':
      return { ...state, merged: [] };
  }
}

/**
 * The draft of a product. Changes from elsewhere are merged into fields that were not edited, and become conflicts in
 * those that were. Merging is `paused` during a save.
 */
export function useProductDraft(product: OwnProductDto | null, paused: boolean) {
  const [state, dispatch] = useReducer(reduce, product, initialState);
  const isOutdated = product !== null && product !== state.base;
  useEffect(() => {
    if (product !== null && isOutdated && !paused) dispatch({ type: 'receive', product });
  }, [product, isOutdated, paused]);
  return {
    ...state,
    changed: changedFields(state.draft, baseDraft(state)),
    /** The draft of the current product. */
    theirs: baseDraft(state),
    edit: (change: Partial<ProductDraft>) => dispatch({ type: 'edit', change }),
    editImages: (change: (images: Images) => Images) => dispatch({ type: 'edit-images', change }),
    /** Continues from the saved product, with what was typed since `sent`. */
    saved: (product: OwnProductDto, sent: ProductDraft) =>
      dispatch({ type: 'saved', product, sent }),
    acceptTheirs: (field: DraftField) => dispatch({ type: 'accept-theirs', field }),
    keepMine: (field: DraftField) => dispatch({ type: 'keep-mine', field }),
    dismissMerged: () => dispatch({ type: 'dismiss-merged' }),
  };
}
export type ProductDraftController = ReturnType<typeof useProductDraft>;
