/** Loaded before each file of integration and flow tests: the application loads where a test opens a marketplace. */
globalThis.farmgateComposition = async () => (await import('./composition.js')).composition;
