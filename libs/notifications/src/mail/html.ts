/** HTML that is safe to put into a page; created by {@link html} only. */
export class Html {
  constructor(readonly source: string) {}
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Value = string | Html | readonly Html[];

/** A template tag that escapes every value, for text and for quoted attributes, unless it is {@link Html} itself. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(
    strings.reduce((all, next, n) => {
      const value = values[n - 1];
      return `${all}${value === undefined ? '' : render(value)}${next}`;
    }),
  );
}

function render(value: Value): string {
  if (value instanceof Html) return value.source;
  if (typeof value !== 'string') return value.map(({ source }) => source).join('');
  return value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
