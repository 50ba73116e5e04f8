/** How many random cases a property is held against: as many as usual, or `FUZZ_RUNS`, which `npm run test:deep` sets. */
export const runs = (usual: number): number =>
  // biome-ignore lint/style/noProcessEnv: how long tests run is said by who runs them
  Number(process.env.FUZZ_RUNS ?? usual);
