/** Loaded into a process that is measured: collects its garbage when it is told to, by a signal that ends nothing. */
process.on('SIGWINCH', () => globalThis.gc?.());
