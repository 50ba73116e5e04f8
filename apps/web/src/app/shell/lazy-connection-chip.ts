import { lazyChunk } from '../../lib/load-chunk';

/** Loaded after the page: one for the top bar and the footer. */
export const ConnectionChip = lazyChunk(() => import('./connection-chip'));
