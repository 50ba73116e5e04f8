import { NotFoundBody } from '../not-found-body';

/** Every path without a route. */
export function Component() {
  return <NotFoundBody />;
}
