/** One reload in so many milliseconds; more would go round in circles when the server has lost its files. */
const PAUSE_MS = 60_000;
const KEY = 'reloadedAt';

/**
 * A page that was opened before an upgrade asks for scripts that the new version no longer has. It is loaded
 * again then, once, and shows the error page if that did not help.
 */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < PAUSE_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
