/** A page to come. */
export function Component() {
  return <h1>dashboard-admin</h1>;
}
