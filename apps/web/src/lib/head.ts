/** The words of index.html, for pages without words of their own. */
let usual: string | undefined;
/** Search engines show about as much. */
const MOST = 160;

function element<Tag extends 'meta' | 'link'>(tag: Tag, name: 'name' | 'rel', value: string) {
  const found = document.head.querySelector<HTMLElementTagNameMap[Tag]>(
    `${tag}[${name}="${value}"]`,
  );
  if (found !== null) return found;
  const made = document.createElement(tag);
  made.setAttribute(name, value);
  document.head.append(made);
  return made;
}

/** Sets what search engines read: the page's description, and its one address, which is the same for every filter of it. */
export function describePage(pathname: string, described?: string): void {
  usual ??= element('meta', 'name', 'description').content;
  const description = described ?? usual;
  const words = description.replace(/\s+/g, ' ').trim();
  element('meta', 'name', 'description').content =
    words.length > MOST ? `${words.slice(0, MOST - 1).trimEnd()}…` : words;
  element('link', 'rel', 'canonical').href = window.location.origin + pathname;
}
