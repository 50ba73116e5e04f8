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
