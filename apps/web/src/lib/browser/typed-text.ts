/** The fields that were typed into on this page. */
const typed = new Set<EventTarget>();

/** Starts to note what is typed. */
export function noteTyping(): void {
  document.addEventListener('input', ({ target }) => target && typed.add(target), true);
}

/** Whether a field on this page has text that somebody typed, which a reload would lose. */
export function hasTypedText(): boolean {
  for (const field of typed) {
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (isField && field.isConnected && field.type !== 'search' && field.value !== '') return true;
    if (!isField || !field.isConnected) typed.delete(field);
  }
  return false;
}
