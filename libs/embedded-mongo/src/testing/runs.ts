/** Number of random cases per property: `FUZZ_RUNS`, which `npm run test:deep` sets, or `usual`. */
export const runs = (usual: number): number =>
  // biome-ignore lint/style/noProcessEnv: how long tests run is said by who runs them
  Number(process.env.FUZZ_RUNS ?? usual);
