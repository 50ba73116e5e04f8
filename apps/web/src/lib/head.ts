/** The description in index.html, for pages without their own. */
let defaultDescription: string | undefined;
/** Characters that search engines show, approximately. */
const DESCRIPTION_MAX = 160;

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

/** Sets the page's description and its canonical URL, which is the same for every filter of a list. */
export function describePage(pathname: string, described?: string): void {
  defaultDescription ??= element('meta', 'name', 'description').content;
  const description = described ?? defaultDescription;
  const words = description.replace(/\s+/g, ' ').trim();
  element('meta', 'name', 'description').content =
    words.length > DESCRIPTION_MAX ? `${words.slice(0, DESCRIPTION_MAX - 1).trimEnd()}…` : words;
  element('link', 'rel', 'canonical').href = window.location.origin + pathname;
}

let shownTitle = '';
let waiting = 0;
const icons = { plain: '/favicon.svg', badge: '/favicon-badge.svg' };

function showTitle(): void {
  document.title = waiting > 0 ? `(${waiting}) ${shownTitle}` : shownTitle;
}

/** Sets the document's title; what waits stands before it. */
export function setTitle(title: string): void {
  shownTitle = title;
  showTitle();
}

/** How many things wait for this person: in the title and on the icon of the tab, also of one in the background. */
export function setWaiting(count: number): void {
  if (count === waiting) return;
  waiting = count;
  if (shownTitle !== '') showTitle();
  element('link', 'rel', 'icon').href = count > 0 ? icons.badge : icons.plain;
}
