/** Stops what the global setup started. */
export default async function stopEngines() {
  await Promise.all((globalThis.farmgateEngines ?? []).map((engine) => engine.stop(3_000)));
}
