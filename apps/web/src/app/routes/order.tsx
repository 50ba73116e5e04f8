/** A page to come. */
export function Component() {
  return <h1>order</h1>;
}
