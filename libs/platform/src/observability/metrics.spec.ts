import { expect, it } from '@jest/globals';
import { Metrics } from './metrics.js';

it('omits a metric that cannot be read, instead of reporting an old value or 0', async () => {
  const metrics = new Metrics();
  let broken = false;
  metrics.read('one', 'help', [], () => (broken ? Promise.reject(new Error()) : [{ value: 1 }]));
  metrics.read('many', 'help', ['of'], () => {
    if (broken) throw new Error();
    return [{ labels: { of: 'a' }, value: 2 }];
  });
  expect(await metrics.text()).toMatch(/^one 1$[\s\S]*^many\{of="a"\} 2$/m);
  broken = true;
  expect(await metrics.text()).not.toMatch(/^(one|many)[ {]/m);
});
