import { useCallback, useSyncExternalStore } from 'react';

export type WidgetKind = 'sign-in' | 'sign-up' | 'callback';

/** The element that the hosted provider's widget is rendered into, and the router's navigation for it. */
export interface Slot {
  readonly element: HTMLElement;
  readonly kind: WidgetKind;
  /** The path to navigate to after the sign-in. */
  readonly next: string;
  readonly navigate: (to: string) => void;
}

let current: Slot | null = null;
const listeners = new Set<() => void>();

function setSlot(slot: Slot | null): void {
  current = slot;
  for (const listener of listeners) listener();
}

/** Navigates for the provider's script. It keeps its first callback, so this finds the widget's page at each call. */
export function go(to: string): void {
  if (current === null) window.location.assign(to);
  else current.navigate(to);
}

/** For the provider's adapter: the slot on the current page, if there is one. */
export function useSlot(): Slot | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

/**
 * For a page: renders the slot. The provider is a sibling of the page tree and not its parent, so that its script can
 * load later without remounting every page.
 */
export function IdentityWidget({ kind, next, navigate }: Omit<Slot, 'element'>) {
  const mount = useCallback(
    (element: HTMLDivElement | null) => {
      setSlot(element === null ? null : { element, kind, next, navigate });
    },
    [kind, next, navigate],
  );
  return <div ref={mount} className="min-h-48" />;
}
