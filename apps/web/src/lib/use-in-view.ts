import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether the top of a region is in the viewport or above it: content inserted there would move text that the user may
 * be reading.
 */
export function useInView(region: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(false);
  // after each render too: the content above the region may have changed its height
  useEffect(() => {
    const measure = () => {
      const top = region.current?.getBoundingClientRect().top;
      setInView(top !== undefined && top < window.innerHeight);
    };
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  });
  return inView;
}
