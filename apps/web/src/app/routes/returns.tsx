/** A page to come. */
export function Component() {
  return <h1>returns</h1>;
}
