import type { RecordKind } from '#libs/platform';

/** What is held of one kind. */
export interface Section {
  readonly kind: RecordKind;
  readonly rows: readonly object[];
}

const TITLES: Readonly<Record<RecordKind, string>> = {
  profile: 'Your profile',
  addresses: 'Your addresses',
  sessions: 'Where you are signed in',
  farm: 'Your farm',
  orders: 'Your orders',
  problems: 'Problems that you reported',
  messages: 'Messages that you wrote about orders',
  reviews: 'Your reviews',
  cart: 'Your cart',
  favourites: 'Your favourites',
  notifications: 'Your inbox',
  devices: 'Devices with notices, and your quiet hours',
  credit: 'Your store credit',
  cards: 'Your saved cards',
  contactMessages: 'Messages that you sent to the market',
  pictures: 'Your pictures',
};

/** A page without scripts that a browser opens from the archive: a heading per kind, a table per record. */
export function archivePage(
  { name, at }: { readonly name: string; readonly at: Date },
  sections: readonly Section[],
): string {
  const parts = sections.map(({ kind, rows }) => {
    const content =
      rows.length === 0 ? '<p>Nothing.</p>' : rows.map((row) => `<article>${table(row)}</article>`);
    return `<section><h2>${TITLES[kind]}</h2>${[content].flat().join('')}</section>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>What Farmgate holds about ${escaped(name)}</title>
<meta name="viewport" content="width=device-width">
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid #888;padding:1rem 0}table{border-collapse:collapse}
th{text-align:left;vertical-align:top;padding-right:1rem;font-weight:600}td{vertical-align:top;overflow-wrap:anywhere}
</style></head><body><h1>What Farmgate holds about ${escaped(name)}</h1>
<p>Made at ${at.toISOString()}. The file data.json has the same for programs; amounts of money are dollars, times are
UTC.</p>${parts.join('\n')}</body></html>
`;
}

/** An object as a table of its fields, nested as deep as it is. */
function table(row: object): string {
  const lines = Object.entries(row).map(
    ([field, value]: [string, unknown]) =>
      `<tr><th>${labelOf(field)}</th><td>${cell(value)}</td></tr>`,
  );
  return `<table>${lines.join('')}</table>`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(cell).join('<br>');
  if (typeof value === 'object') return table(value);
  return escaped(String(value));
}

/** `createdAt` → `Created at`. */
function labelOf(field: string): string {
  const words = field
    .replace(/^_/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return escaped(words.charAt(0).toUpperCase() + words.slice(1));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
