import type { ReactNode } from 'react';
import { SectionTitle } from '../../ui/card';

/** A section of the components' page, under a heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = `kit-${title.toLowerCase().replace(/\W+/g, '-')}`;
  return (
    <section aria-labelledby={id} className="mb-12">
      <SectionTitle id={id}>{title}</SectionTitle>
      <div className="grid gap-5">{children}</div>
    </section>
  );
}

/** Children side by side. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
