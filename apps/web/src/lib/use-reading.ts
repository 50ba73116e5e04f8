import { type FocusEvent, type RefObject, useEffect, useState } from 'react';

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
