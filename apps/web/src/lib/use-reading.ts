import { type FocusEvent, type RefObject, useEffect, useState } from 'react';

/** Pixels that the top of a region may be scrolled out of view before its reader counts as being inside. */
const SCROLLED_PX = 48;

/** Whether somebody is in the middle of a region: scrolled into it, or inside with the keyboard. */
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
  // an element that is removed with the focus on it sends no blur
  useEffect(() => {
    if (focused && !region.current?.contains(document.activeElement)) setFocused(false);
  });
  return {
    reading: scrolled || focused,
    focusProps: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        // going to the button that ends the waiting is not yet the end of reading
        if (target.closest('[data-waiting]') === null) setFocused(target.matches(':focus-visible'));
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
      },
    },
  };
}
