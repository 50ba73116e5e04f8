/** Number of random cases per property: `FUZZ_RUNS`, which `npm run test:deep` sets, or `usual`. */
export const runs = (usual: number): number =>
  // biome-ignore lint/style/noProcessEnv: the caller of the tests sets their length
  Number(process.env.FUZZ_RUNS ?? usual);
