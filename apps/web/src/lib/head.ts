let shownTitle = '';
let waiting = 0;
const icons = { plain: '/favicon.svg', badge: '/favicon-badge.svg' };

function showTitle(): void {
  document.title = waiting > 0 ? `(${waiting}) ${shownTitle}` : shownTitle;
}

/** Sets the document's title, which is prefixed with the number of waiting items. */
export function setTitle(title: string): void {
  shownTitle = title;
  showTitle();
}

/** Shows how many items wait for the user, in the title and on the icon of the tab, so also while it is hidden. */
export function setWaiting(count: number): void {
  if (count === waiting) return;
  waiting = count;
  if (shownTitle !== '') showTitle();
  const icon = document.head.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = count > 0 ? icons.badge : icons.plain;
}
