import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { deep, ShopProcess, unpackDataDirectory } from '#libs/testing';

const PAGE = 4_096;
let dataDir: string;
beforeEach(async () => {
  const archive = '../data-directories/2026-11-thousandths.tar.gz';
  dataDir = await unpackDataDirectory(join(import.meta.dirname, archive));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('a shop does not open where half of its file is missing, and says what to do', () =>
  doesNotOpen('half of its file is missing'));
deep.each(['pages are empty', 'its head is empty', 'its file is empty'])(
  'a shop does not open where %s, and says what to do',
  doesNotOpen,
);

async function doesNotOpen(how: string): Promise<void> {
  const path = join(dataDir, 'mongo', 'data.mdb');
  const file = await open(path, 'r+');
  const { size } = await file.stat();
  const middle = Math.floor(size / PAGE / 2) * PAGE;
  if (how === 'its file is empty') await file.truncate(0);
  else if (how.startsWith('half')) await file.truncate(middle);
  else
    await file.write(Buffer.alloc(8 * PAGE), 0, 8 * PAGE, how === 'pages are empty' ? middle : 0);
  await file.close();
  const said = await ShopProcess.open(dataDir).then(
    () => 'it has opened',
    (error: unknown) => String(error),
  );
  expect(said).toContain(`${path} is damaged. Move ${join(dataDir, 'mongo')} to another place`);
  expect(said).toContain('npm run restore -- --from <folder> --overwrite');
  expect(said).not.toContain('    at ');
}
