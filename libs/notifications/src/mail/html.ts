/** HTML that is safe to embed in a page; created by {@link html} only. */
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

/** A template tag that escapes all values except {@link Html}, for text and for quoted attributes. */
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
