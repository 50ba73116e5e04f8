import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const document = readFileSync('docs/data.md', 'utf8');
const [, protection = '', audiences = ''] = document.split(/^## /m);

/** All matches of the pattern's group in the sources of the libs, without specs. */
function inSources(folder: string, pattern: RegExp): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('spec.ts'),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)].map(([, name]) => name ?? ''),
  );
  return [...new Set(found)].sort();
}
/** The names in the first column of the table that begins with this head. */
function listed(text: string, head: string): string[] {
  const rows = (text.split(`| ${head} |`)[1] ?? '').split('\n').slice(2);
  return rows
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)])
    .map(([, name]) => name ?? '')
    .sort();
}

describe('docs/data.md', () => {
  it('has every collection with its level', () => {
    const models = inSources('libs', /\bcollection: '(\w+)'/g);
    const ofSignIn = inSources('libs/identity/src', /^ {2}\w+: '(auth\w+)',$/gm);
    expect(ofSignIn.length).toBeGreaterThan(8);
    expect(listed(protection, 'Collection')).toEqual([...models, ...ofSignIn].sort());
  });

  it('says of every response who sees it', () => {
    const schemas = inSources('libs/contracts/src', /^export const (\w+DtoSchema)\b/gm);
    expect(listed(audiences, 'Schema')).toEqual(schemas);
  });

  it('leads to files that are there', () => {
    const files = [...document.matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((file) => !existsSync(join('docs', file)))).toEqual([]);
  });
});
