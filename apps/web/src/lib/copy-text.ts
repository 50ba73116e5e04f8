/** Copies a text; returns false if the browser refuses. Without TLS pages have no clipboard, except on localhost. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
