/** A page to come. */
export function Component() {
  return <h1>shipping</h1>;
}
