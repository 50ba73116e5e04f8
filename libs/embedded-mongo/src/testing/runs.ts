import { it } from '@jest/globals';

// biome-ignore lint/style/noProcessEnv: the caller of the tests sets their length
const { FUZZ_RUNS, TEST_DEEP } = process.env;

/** Number of random cases per property: `FUZZ_RUNS`, which `npm run test:deep` sets, or `usual`. */
export const runs = (usual: number): number => Number(FUZZ_RUNS ?? usual);

/** A test for `npm run test:deep` only, which sets TEST_DEEP: `npm test` has another one of its kind. */
export const deep = TEST_DEEP === '1' ? it : it.skip;
