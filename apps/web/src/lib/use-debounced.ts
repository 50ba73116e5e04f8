import { useEffect, useState } from 'react';

/** Milliseconds without a key press after which a search begins. */
const DEBOUNCE_MS = 150;

/** The text, once the user has stopped typing. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
