import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether an element has been in the viewport or near it. Browsers themselves load lazy pictures from 1,250 px away,
 * which on a first visit of the products is most of the page, and 45 kB.
 */
export function useNear(ref: RefObject<Element | null>, isNear = false): boolean {
  const [near, setNear] = useState(isNear);
  useEffect(() => {
    if (near || ref.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '300px' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [near, ref]);
  return near;
}
