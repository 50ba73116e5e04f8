/**
 * Loaded before each integration and flow test file; the application itself loads only when a test opens a
 * marketplace.
 */
globalThis.farmgateComposition = async () => (await import('./composition.js')).composition;
