/** A page to come. */
export function Component() {
  return <h1>sso-callback</h1>;
}
