import config from '../../jest.config.js';

const pure = config.projects.find(({ displayName }) => displayName === 'pure');

/** `npm run payments:conformance`; no part of `npm test`, because it needs Stripe and keys for it. */
export default {
  ...pure,
  displayName: 'conformance',
  rootDir: '../..',
  testMatch: ['<rootDir>/libs/payments/src/testing/provider-contract/stripe.conformance.ts'],
};
