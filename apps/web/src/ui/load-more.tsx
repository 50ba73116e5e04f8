import { Button, LinkButton } from './button';
import { errorMessage } from './states';
import { uiText } from './texts';

/** The part of an infinite query that {@link LoadMore} needs. */
export interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  /** Keeps its error in the query and never rejects. */
  readonly fetchNextPage: () => Promise<unknown>;
}

/** The button that fetches the next page of a list, if there is one, and the error if that failed. */
export function LoadMore({
  query,
  label,
  to,
}: {
  query: PagedQuery;
  label: string;
  /** Path of the next page, if it has one: the button is then a link, which can be opened in a new tab. */
  to?: string;
}) {
  if (!query.hasNextPage) return null;
  const fetchNext = () => void query.fetchNextPage();
  return (
    <div className="mt-6 grid justify-items-center gap-2 text-center">
      {query.isFetchNextPageError && !query.isFetchingNextPage && (
        <p role="alert" className="text-tomato-ink">
          {uiText.moreFailed} {errorMessage(query.error)}
        </p>
      )}
      {to === undefined || query.isFetchingNextPage ? (
        <Button tone="outline" busy={query.isFetchingNextPage} onClick={fetchNext}>
          {label}
        </Button>
      ) : (
        <LinkButton
          to={to}
          tone="outline"
          // a click before hydration is replayed: see public/start.js
          data-in-place
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            fetchNext();
          }}
        >
          {label}
        </LinkButton>
      )}
    </div>
  );
}
