import { EmptyState } from '../../ui/states';
import { catalogueText } from './texts';

/** In place of the buying part of a product that its farm took off the stall. */
export function NoLongerSold({ paused }: { paused: boolean }) {
  return (
    <EmptyState title={paused ? catalogueText.paused : catalogueText.noLongerSold}>
      {paused ? catalogueText.pausedHint : catalogueText.noLongerSoldHint}
    </EmptyState>
  );
}
