import { type RefObject, useEffect, useState } from 'react';
import { firstUse } from './when-idle';

/** How far outside of the viewport something counts as near. */
const MARGIN = '300px';

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** One observer for all elements of the page; each is reported once. */
function observe(element: Element, onNear: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect: box } of entries) {
        if (!isIntersecting) continue;
        const report = () => waiting.get(target)?.();
        // visible elements first: near ones wait until the page is used
        if (box.top < window.innerHeight && box.bottom > 0) report();
        else void firstUse().then(report);
      }
    },
    { rootMargin: MARGIN },
  );
  const end = () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
  waiting.set(element, () => {
    end();
    onNear();
  });
  observer.observe(element);
  return end;
}

/**
 * Whether an element has been in the viewport or, after {@link firstUse}, near it. Browsers themselves load lazy
 * pictures from 1,250 px away, which on a first visit is most of the page.
 */
export function useNear(ref: RefObject<Element | null>, isNear = false): boolean {
  const [near, setNear] = useState(isNear);
  useEffect(() => {
    if (near || ref.current === null) return;
    return observe(ref.current, () => setNear(true));
  }, [near, ref]);
  return near;
}
