import * as z from 'zod';
import { withTexts } from './page-heads.js';
import type { RenderedPage } from './rendered-pages.js';

/** The used part of Vite's manifest: each module's file, and the modules that it imports. */
export const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).optional() }),
);
export type Manifest = z.infer<typeof manifestSchema>;

const ENTRY = 'index.html';

/** The pages where most visitors arrive: each page's module, and the API response that it needs. */
const ENTRY_PAGES: readonly { path: RegExp; page: string; answer: (path: string) => string }[] = [
  { path: /^\/$/, page: 'src/app/routes/home.tsx', answer: () => '/products/rails' },
  { path: /^\/products$/, page: 'src/app/routes/products.tsx', answer: (path) => path },
  {
    path: /^\/products\/[0-9a-f]{24}$/,
    page: 'src/app/routes/product.tsx',
    answer: (path) => path,
  },
];

/**
 * The start page (index.html) for each URL. Its preload links let the browser fetch that page's scripts in parallel
 * with the entry script. It contains the rendered page if there is one, else a preload link to the API response that
 * it shows. `manifest` is null if there is none.
 */
export function startPages(
  html: string,
  manifest: Manifest | null,
): (url: string, rendered?: RenderedPage | null) => string {
  const links = new Map(
    ENTRY_PAGES.map(({ page }) => [page, manifest ? scripts(manifest, page) : '']),
  );
  return (url, rendered = null) => {
    const [path = '/', query] = url.split('?', 2);
    const entry = ENTRY_PAGES.find((one) => one.path.test(path));
    if (!entry) return html;
    // With filters, only the page itself knows the exact request.
    const answer = query || rendered ? '' : preload(`/api/v1${entry.answer(path)}`);
    const page = html.replace('</head>', `${answer}${links.get(entry.page) ?? ''}</head>`);
    return rendered ? withContent(page, rendered) : page;
  };
}

const ROOT = /<div id="root">.*?<\/div>\s*<\/div>/s;

/** Inserts the rendered page, and the responses it was rendered from as JSON that no browser executes. */
function withContent(page: string, { html, title, description, served }: RenderedPage): string {
  const data = JSON.stringify(served).replaceAll('<', '\\u003c');
  const content =
    `<div id="root" data-served>${html}</div>` +
    `<script type="application/json" id="served">${data}</script>`;
  return withTexts(page, { title, description })
    .replace(ENTRY_SCRIPT, afterPaint)
    .replaceAll('<link rel="modulepreload"', '$& fetchpriority="low"')
    .replace(ROOT, () => content);
}

/** Fetched immediately but executed after the first paint, by public/start.js of apps/web. */
const ENTRY_SCRIPT = /<script type="module" crossorigin src="([^"]*)"><\/script>/;
const afterPaint = (_: string, src: string) =>
  `<link rel="modulepreload" crossorigin href="${src}" data-entry>`;

const preload = (href: string) =>
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${href}">`;

/** Preload links to a page's scripts that the start page does not already load. */
function scripts(manifest: Manifest, page: string): string {
  const known = filesOf(manifest, ENTRY);
  return [...filesOf(manifest, page)]
    .filter((file) => !known.has(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
}

function filesOf(manifest: Manifest, module: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[module];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) filesOf(manifest, next, found);
  return found;
}
