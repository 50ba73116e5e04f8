import { deepStrictEqual } from 'node:assert/strict';

/** How the data of a screen differs from the API's response; empty if it does not. */
export function differencesOf(shown: unknown, expected: unknown): string[] {
  try {
    deepStrictEqual(asJson(shown), asJson(expected));
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const asJson = (data: unknown): unknown => JSON.parse(JSON.stringify(data ?? null));
