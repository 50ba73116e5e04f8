/** A page to come. */
export function Component() {
  return <h1>privacy</h1>;
}
