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
  const icon = document.head.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = count > 0 ? icons.badge : icons.plain;
}
