import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';

/** What privacy lists, which are on by default in many browsers, look for in the name of a file. */
const BLOCKED = /analy|track|stat|pixel|beacon|banner|(?<![a-z])(ads?|adv|ga|gtm|tag)(?![a-z])/i;

test('no file of the web app has a name that privacy lists block', () => {
  const built = new URL('../dist/apps/web', import.meta.url);
  const paths = readdirSync(built, { recursive: true, encoding: 'utf8' });
  const bundled = paths.filter((path) => path.startsWith('assets/'));
  expect(bundled.length).toBeGreaterThan(50);
  // A hash alone, in hexadecimal digits, which make no word.
  for (const path of bundled) expect(path).toMatch(/^assets\/[0-9a-f]{12}\.\w+(\.br|\.gz)?$/);
  const others = paths.filter((path) => !path.startsWith('assets/') && !path.startsWith('.vite'));
  expect(others).toContain('index.html');
  expect(others.filter((path) => BLOCKED.test(path))).toEqual([]);
});
