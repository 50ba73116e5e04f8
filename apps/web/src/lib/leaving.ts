/** Asked when the reader goes Back or Forward; it stops the event to keep the router from hearing of it. */
type Guard = (event: PopStateEvent) => void;
let guard: Guard | null = null;

/** Listens before the router does: the window calls its listeners in the order in which they came. */
export function listenForLeaving(): void {
  window.addEventListener('popstate', (event) => guard?.(event));
}

export function setLeaveGuard(next: Guard | null): void {
  guard = next;
}
