import { type FocusEvent, type RefObject, useEffect, useState } from 'react';

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

/** Pixels that a region's top may be scrolled out of view before this counts as reading. */
const SCROLLED_PX = 48;

/** Whether somebody is reading a region: has scrolled into it, or has the keyboard focus in it. */
export function useReading(region: RefObject<HTMLElement | null>) {
  const [scrolled, setScrolled] = useState(false);
  const [focused, setFocused] = useState(false);
  useEffect(() => {
    const measure = () => {
      const top = region.current?.getBoundingClientRect().top ?? 0;
      setScrolled(window.scrollY > 0 && top < -SCROLLED_PX);
    };
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    return () => window.removeEventListener('scroll', measure);
  }, [region]);
  // a focused element that is removed fires no blur event
  useEffect(() => {
    if (focused && !region.current?.contains(document.activeElement)) setFocused(false);
  });
  return {
    reading: scrolled || focused,
    focusProps: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        // focus on the button that shows the pending rows does not end the reading
        if (target.closest('[data-waiting]') === null) setFocused(target.matches(':focus-visible'));
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
      },
    },
  };
}
