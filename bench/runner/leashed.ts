/** Loaded into every process of a bench (`node --import`): it ends with the bench, even where that is killed. */
process.on('disconnect', () => process.exit());
// Listening alone must not keep it alive.
process.channel?.unref();
