import { useSyncExternalStore } from 'react';
import { storage, storageKeys } from './storage';

export type Theme = 'system' | 'light' | 'dark';
export const themes: readonly Theme[] = ['system', 'light', 'dark'];

const subscribe = storage.subscribeTo(storageKeys.theme);
subscribe(applyTheme);

function readTheme(): Theme {
  const stored = storage.get(storageKeys.theme);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function setTheme(theme: Theme): void {
  if (theme === 'system') storage.remove(storageKeys.theme);
  else storage.set(storageKeys.theme, theme);
}

function applyTheme(): void {
  const theme = readTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The colour scheme and its setter; `public/start.js` applies the stored one before the first paint. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(subscribe, readTheme), setTheme };
}
