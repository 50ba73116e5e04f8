import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/states';
import { catalogueText, productPageText } from './texts';

/** Replaces the buying part of a product that is paused or archived. */
export function NoLongerSold({ paused }: { paused: boolean }) {
  return (
    <EmptyState
      title={paused ? catalogueText.paused : productPageText.noLongerSold}
      action={
        <LinkButton to={paths.products} tone="outline">
          {catalogueText.seeAll}
        </LinkButton>
      }
    >
      {paused ? productPageText.pausedHint : productPageText.noLongerSoldHint}
    </EmptyState>
  );
}
