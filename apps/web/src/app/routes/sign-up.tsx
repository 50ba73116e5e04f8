/** A page to come. */
export function Component() {
  return <h1>sign-up</h1>;
}
