import * as z from 'zod';
import type { RenderedPage } from './rendered-pages.js';

/** The used part of Vite's manifest: each module's file, and the modules that it imports. */
export const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).optional() }),
);
export type Manifest = z.infer<typeof manifestSchema>;

const ENTRY = 'index.html';

/** The places of index.html; between the two of a pair is what stands there otherwise. */
const PLACES = /<!--(?:\/?head|\/?page|data)-->/;

/**
 * The document of every page: index.html with the page's head and, if it was rendered, its content and the responses
 * it was rendered from, as JSON that no browser executes.
 */
export function pageTemplate(
  html: string,
): (page: { head: string; rendered: RenderedPage | null }) => string {
  const [start, , body, waiting, afterRoot, end] = html.split(PLACES);
  return ({ head, rendered }) =>
    [start, head, body, rendered?.html ?? waiting, afterRoot, rendered && data(rendered), end].join(
      '',
    );
}

function data({ served }: RenderedPage): string {
  const json = JSON.stringify(served).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="served">${json}</script>`;
}

/** Links that let the browser fetch the scripts of a page's module in parallel with the entry script. */
export function preloadLinks(manifest: Manifest, module: string): string {
  const known = filesOf(manifest, ENTRY);
  return [...filesOf(manifest, module)]
    .filter((file) => !known.has(file))
    .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
    .join('');
}

/** The files of a module and of all its imports. */
function filesOf(manifest: Manifest, module: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[module];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) filesOf(manifest, next, found);
  return found;
}
