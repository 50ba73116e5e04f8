/** Settings of processes under test: a machine that runs all tests at once is slow, but not overloaded or broken. */
export const BUSY_MACHINE = {
  MAX_LAG_MS: '600000',
  MONGODB_TIMEOUT_MS: '60000',
  REDIS_TIMEOUT_MS: '30000',
};
