import { useSyncExternalStore } from 'react';
import { storage, storageKeys } from './storage';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether single letters do things; somebody who dictates or types past a field can switch that off. */
export function shortcutsOn(): boolean {
  return storage.get(storageKeys.shortcuts) !== 'off';
}

function setShortcuts(on: boolean): void {
  if (on) storage.remove(storageKeys.shortcuts);
  else storage.set(storageKeys.shortcuts, 'off');
  for (const listener of listeners) listener();
}

export function useShortcuts(): { on: boolean; set: (on: boolean) => void } {
  return { on: useSyncExternalStore(subscribe, shortcutsOn), set: setShortcuts };
}

/** Whether a key press is meant for a shortcut: not with a modifier, not while somebody types or has a layer open. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  if (!(target instanceof HTMLElement) || !shortcutsOn()) return false;
  return target.closest('input, textarea, select, dialog, [role="menu"]') === null;
}
