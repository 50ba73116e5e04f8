/** Preloaded into every process of a benchmark (`node --import`): exits with the benchmark, even if that is killed. */
process.on('disconnect', () => process.exit());
// The listener alone must not keep the process alive.
process.channel?.unref();
