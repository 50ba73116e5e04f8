import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

/** Minimum milliseconds between two announcements of a region (docs/product.md, On every screen). */
const MIN_INTERVAL_MS = 5_000;

type Announce = (region: string, text: string) => void;
const AnnounceContext = createContext<Announce>(() => undefined);

interface Region {
  lastAt: number;
  timer: ReturnType<typeof setTimeout> | null;
  pending: string;
}

/** Renders polite live regions, each throttled: of several texts in a short time only the newest is announced. */
export function LiveAnnouncer({ children }: { children: ReactNode }) {
  const regions = useRef(new Map<string, Region>());
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    const all = regions.current;
    return () => {
      for (const region of all.values()) if (region.timer !== null) clearTimeout(region.timer);
    };
  }, []);
  const announce = useCallback<Announce>((name, text) => {
    const region = regions.current.get(name) ?? { lastAt: 0, timer: null, pending: '' };
    regions.current.set(name, region);
    region.pending = text;
    if (region.timer !== null) return;
    const wait = Math.max(0, region.lastAt + MIN_INTERVAL_MS - Date.now());
    region.timer = setTimeout(() => {
      region.timer = null;
      region.lastAt = Date.now();
      setTexts((now) => ({ ...now, [name]: region.pending }));
    }, wait);
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="sr-only">
        {Object.entries(texts).map(([name, text]) => (
          <div key={name} aria-live="polite" data-region={name}>
            {text}
          </div>
        ))}
      </div>
    </AnnounceContext>
  );
}

/** Returns a function that announces a text politely to screen readers, for instance a changed stock. */
export function useAnnounce(region: string): (text: string) => void {
  const announce = useContext(AnnounceContext);
  return useCallback((text: string) => announce(region, text), [announce, region]);
}
