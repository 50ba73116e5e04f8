import { Button, LinkButton } from './button';
import { errorMessage } from './states';
import { uiText } from './texts';

/** The part of an infinite query that fetching on needs. */
export interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  /** Keeps its error in the query and never rejects. */
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Fetches the next page of a list as long as there is one, and says when that failed. */
export function LoadMore({
  query,
  label,
  to,
}: {
  query: PagedQuery;
  label: string;
  /** Where the next page stands by itself: a real link then, to be opened elsewhere and kept. */
  to?: string;
}) {
  if (!query.hasNextPage) return null;
  const fetchOn = () => void query.fetchNextPage();
  return (
    <div className="mt-6 grid justify-items-center gap-2 text-center">
      {query.isFetchNextPageError && !query.isFetchingNextPage && (
        <p role="alert" className="text-tomato-ink">
          {uiText.moreFailed} {errorMessage(query.error)}
        </p>
      )}
      {to === undefined || query.isFetchingNextPage ? (
        <Button tone="outline" busy={query.isFetchingNextPage} onClick={fetchOn}>
          {label}
        </Button>
      ) : (
        <LinkButton
          to={to}
          tone="outline"
          // pressed before the app is there, it waits for it: see public/start.js
          data-in-place
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            fetchOn();
          }}
        >
          {label}
        </LinkButton>
      )}
    </div>
  );
}
