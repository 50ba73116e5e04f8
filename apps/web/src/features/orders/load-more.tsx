import { Button } from '../../ui/button';
import { ordersText } from './texts';

/** The part of an infinite query that fetching on needs. */
interface Paging {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Fetches the next page of a list of orders, as long as there is one. */
export function LoadMore({ paging }: { paging: Paging }) {
  if (!paging.hasNextPage) return null;
  return (
    <div className="mt-6 text-center">
      <Button
        tone="outline"
        busy={paging.isFetchingNextPage}
        onClick={() => {
          paging.fetchNextPage().catch(() => undefined); // the query keeps the error
        }}
      >
        {ordersText.showMore}
      </Button>
    </div>
  );
}
