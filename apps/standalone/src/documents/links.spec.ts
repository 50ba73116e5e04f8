import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';

/** The targets of a document's links inside the repository, without fragments. */
const targetsOf = (document: string) =>
  [...readFileSync(document, 'utf8').matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(
    ([, path = '']) => path,
  );

it('no document has a link to a file that does not exist', () => {
  const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const links = documents.flatMap((document) =>
    targetsOf(document).map((path) => ({ document, path, at: join(dirname(document), path) })),
  );
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(({ at }) => !existsSync(at));
  expect(broken.map(({ document, path }) => `${document}: ${path}`)).toEqual([]);
});
