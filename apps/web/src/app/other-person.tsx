import { type ReactNode, useEffect, useRef } from 'react';
import { useSession } from '../lib/session/session';
import { Button } from '../ui/button';
import { otherPersonText as text } from './texts';

/**
 * Replaces the whole page once another person has signed in in this browser: its forms, lists and connection are the
 * first person's. Going on loads it again, so that nothing of them remains.
 */
export function OnePersonOnly({ children }: { children: ReactNode }) {
  const { other } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  // what had the focus is gone
  useEffect(() => {
    if (other !== null) heading.current?.focus();
  }, [other]);
  if (other === null) return children;
  return (
    <main className="wrap grid max-w-xl justify-items-start gap-4 py-16">
      <div role="alert" className="grid gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none sm:text-4xl">
          {text.title(other.name)}
        </h1>
        <p className="text-lg text-ink-soft">{text.lead}</p>
      </div>
      <Button size="lg" onClick={() => window.location.reload()}>
        {text.proceed(other.name)}
      </Button>
    </main>
  );
}
