import type { Query, QueryFunctionContext } from '@tanstack/react-query';
import { actingPerson } from '../api/token';

/**
 * TanStack's persister of every query. A member's query that is marked to be kept has kept data instead of an error if
 * the server cannot be reached, and until it answers if that takes long; at once if the browser knows that it is offline.
 */
export async function keptOrFetched<Data, Context extends QueryFunctionContext>(
  queryFn: (context: Context) => Data | Promise<Data>,
  context: Context,
  query: Query,
): Promise<Data> {
  const fetched = () => Promise.resolve(queryFn(context));
  const schema = query.meta?.kept;
  if (schema === undefined || actingPerson() === null) return fetched();
  // a browser may be wrong about that: what is shown already is fetched in any case
  if (!navigator.onLine && query.state.data === undefined) {
    const kept = await import('./restore').then(
      ({ keptFor }) => keptFor<Data>(query, schema),
      () => null,
    );
    if (kept !== null) return kept;
  }
  const answer = fetched();
  answer.catch(() => undefined); // awaited below, or in the chunk
  const offline = await import('./restore').catch(() => null);
  return offline === null ? answer : offline.firstOf(answer, query, schema);
}
