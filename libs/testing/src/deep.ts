import { it } from '@jest/globals';

/** A test for `npm run test:deep` only, which sets TEST_DEEP: `npm test` has another one of its kind. */
export const deep = process.env.TEST_DEEP === '1' ? it : it.skip;
