import { errorCode } from '../../lib/api/api';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { EmptyState, ErrorState } from '../../ui/states';
import { productsText } from './texts';

interface Failed {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Shown for a product that is not the farm's, or failed to load. */
export function ProductMissing({ query }: { query: Failed }) {
  const missing = ['PRODUCT_NOT_FOUND', 'VALIDATION_FAILED'];
  if (missing.includes(errorCode(query.error) ?? '')) {
    return (
      <EmptyState
        title={productsText.missing}
        action={<LinkButton to={productsPath}>{productsText.back}</LinkButton>}
      >
        {productsText.missingHint}
      </EmptyState>
    );
  }
  return (
    <ErrorState query={query} title={productsText.loadFailed} otherwise={productsText.tryLater} />
  );
}

const productsPath = `${paths.dashboardOf('farmer')}/products`;
