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
  return {
    reading: scrolled || focused,
    focusProps: {
      onFocus: (event: FocusEvent<HTMLElement>) =>
        setFocused(event.target.matches(':focus-visible')),
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
      },
    },
  };
}
