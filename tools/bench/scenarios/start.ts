import { timesOf } from '../load.js';
import { memoryOf, type Stage } from '../stage.js';
import type { Row } from '../table.js';

/** Time from the start of an `api` to its first `ready`, with the catalogue in its memory. */
export async function start(stage: Stage, rounds: number): Promise<Row[]> {
  const took: number[] = [];
  let memory = 0;
  for (let round = 0; round < rounds; round++) {
    const api = await stage.process('api');
    took.push(api.readyMs);
    memory = await memoryOf(api);
    await stage.end(api);
  }
  return [{ scenario: 'start', ...timesOf(took), more: { 'MB of memory': memory } }];
}
