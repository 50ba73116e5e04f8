import * as z from 'zod';
import type { DrawnPage } from './drawn-pages.js';

/** As much of Vite's manifest as is needed here: which file a module became, and which modules that file imports. */
export const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).optional() }),
);
export type Manifest = z.infer<typeof manifestSchema>;

const ENTRY = 'index.html';

/** The pages that visitors mostly come in by: the module that draws each, and the answer it waits for. */
const ENTRANCES: readonly { path: RegExp; page: string; answer: (path: string) => string }[] = [
  { path: /^\/$/, page: 'src/app/routes/home.tsx', answer: () => '/products/rails' },
  { path: /^\/products$/, page: 'src/app/routes/products.tsx', answer: (path) => path },
  {
    path: /^\/products\/[0-9a-f]{24}$/,
    page: 'src/app/routes/product.tsx',
    answer: (path) => path,
  },
];

/**
 * The start page for each address: with links to the scripts that draw that page, so that a browser fetches them
 * beside the first script instead of after it; and with the page itself where the server has drawn it, else with a
 * link to the answer it shows. `manifest` is null where there is none.
 */
export function startPages(
  html: string,
  manifest: Manifest | null,
): (url: string, drawn?: DrawnPage | null) => string {
  const links = new Map(
    ENTRANCES.map(({ page }) => [page, manifest ? scripts(manifest, page) : '']),
  );
  return (url, drawn = null) => {
    const [path = '/', query] = url.split('?', 2);
    const entrance = ENTRANCES.find((one) => one.path.test(path));
    if (!entrance) return html;
    // what a filter asks for is the page's own to spell
    const answer = query || drawn ? '' : preload(`/api/v1${entrance.answer(path)}`);
    const page = html.replace('</head>', `${answer}${links.get(entrance.page) ?? ''}</head>`);
    return drawn ? withDrawing(page, drawn) : page;
  };
}

const ROOT = /<div id="root">.*?<\/div>\s*<\/div>/s;

/** The page that was drawn, in its place, and beside it what it was drawn from: data that no browser runs. */
function withDrawing(page: string, { html, title, description, served }: DrawnPage): string {
  const data = JSON.stringify(served).replaceAll('<', '\\u003c');
  const drawn =
    `<div id="root" data-served>${html}</div>` +
    `<script type="application/json" id="served">${data}</script>`;
  const titled = page.replace(/<title>[^<]*/, () => `<title>${escaped(title)}`);
  const described = description
    ? titled.replace(
        /(<meta\s+name="description"\s+content=")[^"]*/,
        (_, start: string) => start + escaped(shortened(description)),
      )
    : titled;
  return described
    .replace(ENTRY_SCRIPT, afterPaint)
    .replaceAll('<link rel="modulepreload"', '$& fetchpriority="low"')
    .replace(ROOT, () => drawn);
}

/** Fetched at once, but run after the first paint: public/start.js of apps/web does it. */
const ENTRY_SCRIPT = /<script type="module" crossorigin src="([^"]*)"><\/script>/;
const afterPaint = (_: string, src: string) =>
  `<link rel="modulepreload" crossorigin href="${src}" data-entry>`;

/** Search engines show about as much. */
const LONGEST = 160;
const shortened = (text: string) =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const preload = (href: string) =>
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${href}">`;

/** What a page needs beyond what the start page names already. */
function scripts(manifest: Manifest, page: string): string {
  const known = filesOf(manifest, ENTRY);
  return [...filesOf(manifest, page)]
    .filter((file) => !known.has(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
}

/** The files of a module and of all that it imports. */
function filesOf(manifest: Manifest, module: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[module];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) filesOf(manifest, next, found);
  return found;
}
