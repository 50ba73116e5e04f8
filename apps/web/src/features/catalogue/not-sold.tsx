import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/states';
import { catalogueText } from './texts';

/** Replaces the buying part of a product that is paused or archived. */
export function NoLongerSold({ paused }: { paused: boolean }) {
  return (
    <EmptyState
      title={paused ? catalogueText.paused : catalogueText.noLongerSold}
      action={
        <LinkButton to={paths.products} tone="outline">
          {catalogueText.seeAll}
        </LinkButton>
      }
    >
      {paused ? catalogueText.pausedHint : catalogueText.noLongerSoldHint}
    </EmptyState>
  );
}
