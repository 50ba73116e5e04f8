/** A page to come. */
export function Component() {
  return <h1>farmers</h1>;
}
