/** A page to come. */
export function Component() {
  return <h1>farm</h1>;
}
