import { NotFoundBody } from '../not-found-body';

/** Every address that nothing answers to. */
export function Component() {
  return <NotFoundBody />;
}
