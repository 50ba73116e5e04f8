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
