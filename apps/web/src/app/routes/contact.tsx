/** A page to come. */
export function Component() {
  return <h1>contact</h1>;
}
