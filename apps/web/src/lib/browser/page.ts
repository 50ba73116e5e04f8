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

/** Called on Back and Forward; it stops the event to block the navigation before the router handles it. */
type NavigationGuard = (event: PopStateEvent) => void;
let currentGuard: NavigationGuard | null = null;

/** Must be called before the router is created: the window calls its listeners in the order of registration. */
export function installNavigationGuard(): void {
  window.addEventListener('popstate', (event) => currentGuard?.(event));
}

export function setNavigationGuard(next: NavigationGuard | null): void {
  currentGuard = next;
}

/** Logs an error to the browser console. */
export function logError(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: docs/product.md wants these failures in the console
  console.error(what, error);
}

/** Logs a path without a page. */
export function logUnknownPath(path: string): void {
  // biome-ignore lint/suspicious/noConsole: docs/product.md wants the path in the console
  console.error('404: no page at', path);
}
