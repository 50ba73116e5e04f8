import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/states';
import { productPageText } from './product-page-texts';
import { catalogueText } from './texts';

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
