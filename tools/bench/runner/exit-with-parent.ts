/** Loaded into every process of a bench (`node --import`): it ends with the bench, even where that is killed. */
process.on('disconnect', () => process.exit());
// The listener alone must not keep the process alive.
process.channel?.unref();
