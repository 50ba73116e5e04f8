/** A page to come. */
export function Component() {
  return <h1>dashboard-farmer</h1>;
}
