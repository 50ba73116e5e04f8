/** A page to come. */
export function Component() {
  return <h1>faq</h1>;
}
