import { useCallback, useSyncExternalStore } from 'react';

export type WidgetKind = 'sign-in' | 'sign-up' | 'callback';

/** Where on the page the hosted provider's widget goes, and how it moves between pages. */
export interface Slot {
  readonly element: HTMLElement;
  readonly kind: WidgetKind;
  readonly navigate: (to: string) => void;
}

let current: Slot | null = null;
const listeners = new Set<() => void>();

function setSlot(slot: Slot | null): void {
  current = slot;
  for (const listener of listeners) listener();
}

/** For the provider's adapter: the slot to fill, if a page shows one. */
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
 * For a page: the place of the widget. The provider lives beside the page tree, not around it,
 * so that its script can arrive late without remounting every page.
 */
export function IdentityWidget({
  kind,
  navigate,
}: {
  kind: WidgetKind;
  navigate: (to: string) => void;
}) {
  const place = useCallback(
    (element: HTMLDivElement | null) => {
      setSlot(element === null ? null : { element, kind, navigate });
    },
    [kind, navigate],
  );
  return <div ref={place} className="min-h-48" />;
}
