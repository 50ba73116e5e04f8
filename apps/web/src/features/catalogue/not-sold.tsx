import { EmptyState } from '../../ui/states';
import { catalogueText } from './texts';

/** Replaces the buying part of a product that is paused or archived. */
export function NoLongerSold({ paused }: { paused: boolean }) {
  return (
    <EmptyState title={paused ? catalogueText.paused : catalogueText.noLongerSold}>
      {paused ? catalogueText.pausedHint : catalogueText.noLongerSoldHint}
    </EmptyState>
  );
}
