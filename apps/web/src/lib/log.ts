/** The browser console, for what the specification wants logged. */
export function logError(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: SPEC section 8 wants these failures in the console
  console.error(what, error);
}

/** Notes a path that no page answers to (SPEC section 2). */
export function logUnknownPath(path: string): void {
  // biome-ignore lint/suspicious/noConsole: SPEC section 2 wants the path in the console
  console.error('404: no page at', path);
}
