import { EmptyState } from '../../ui/states';
import { catalogueText } from './texts';

/** In place of the buying part of a product that its farm took off the stall. */
export function NoLongerSold() {
  return (
    <EmptyState title={catalogueText.noLongerSold}>{catalogueText.noLongerSoldHint}</EmptyState>
  );
}
