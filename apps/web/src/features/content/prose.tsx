import type { ReactNode } from 'react';
import { Page, PageTitle } from '../../ui/page';

export interface ProseSection {
  title: string;
  text: readonly string[];
}

/** A text page: sections in a narrow column. */
export function Prose({
  title,
  lead,
  sections,
  before,
}: {
  title: string;
  lead: string;
  sections: readonly ProseSection[];
  before?: ReactNode;
}) {
  return (
    <Page title={title}>
      <div className="mx-auto max-w-3xl">
        <PageTitle lead={lead}>{title}</PageTitle>
        {before}
        {sections.map((section) => (
          <section key={section.title} className="mt-8">
            <h2 className="text-2xl">{section.title}</h2>
            <div className="drawn-rule mt-2 mb-3" aria-hidden="true" />
            {section.text.map((paragraph) => (
              <p key={paragraph} className="mb-3 text-lg">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </div>
    </Page>
  );
}

/** Questions that expand to their answers. */
export function FaqList({
  items,
}: {
  items: readonly { readonly question: string; readonly answer: string }[];
}) {
  return (
    <div className="border-t border-rule">
      {items.map(({ question, answer }) => (
        <details key={question} className="group border-b border-rule">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-lg font-semibold">
            {question}
            <span
              aria-hidden="true"
              className="text-2xl leading-none text-tomato-ink group-open:rotate-45"
            >
              +
            </span>
          </summary>
          <p className="max-w-prose pb-5 text-lg">{answer}</p>
        </details>
      ))}
    </div>
  );
}
