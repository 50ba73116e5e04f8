import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

/** At most one announcement per region in this time (PRODUCT section 3). */
const EVERY_MS = 5_000;

type Announce = (region: string, text: string) => void;
const AnnounceContext = createContext<Announce>(() => undefined);

interface Region {
  lastAt: number;
  timer: ReturnType<typeof setTimeout> | null;
  waiting: string;
}

/** Holds the page's one polite live region; of several texts in a short time the newest is read. */
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
    const region = regions.current.get(name) ?? { lastAt: 0, timer: null, waiting: '' };
    regions.current.set(name, region);
    region.waiting = text;
    if (region.timer !== null) return;
    const wait = Math.max(0, region.lastAt + EVERY_MS - Date.now());
    region.timer = setTimeout(() => {
      region.timer = null;
      region.lastAt = Date.now();
      setTexts((now) => ({ ...now, [name]: region.waiting }));
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

/** Says something politely to screen readers, for instance that a stock changed on the page. */
export function useAnnounce(region: string): (text: string) => void {
  const announce = useContext(AnnounceContext);
  return useCallback((text: string) => announce(region, text), [announce, region]);
}
