import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether the top of a region stands in the window or above it: what is put on top of it then moves what
 * somebody may be reading.
 */
export function useInSight(region: RefObject<HTMLElement | null>): boolean {
  const [inSight, setInSight] = useState(false);
  // also after each render: what stands above the region may have become shorter
  useEffect(() => {
    const measure = () => {
      const top = region.current?.getBoundingClientRect().top;
      setInSight(top !== undefined && top < window.innerHeight);
    };
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  });
  return inSight;
}
