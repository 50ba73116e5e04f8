/** A page to come. */
export function Component() {
  return <h1>sign-in</h1>;
}
