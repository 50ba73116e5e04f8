import { describe, expect, it } from '@jest/globals';
import { platformConfigSchema } from '../config.js';
import { DomainError } from '../errors.js';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.js';
import { spanIdsOf } from './traces.js';

describe('the trace of a request', () => {
  it('has the id of the request, without its dashes', () => {
    const { traceId, spanId } = spanIdsOf('0192D3A4-4c1f-7a6b-8c9d-0e1f2a3b4c5d');
    expect(traceId).toBe('0192d3a44c1f7a6b8c9d0e1f2a3b4c5d');
    expect(spanId).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each(['from-the-proxy-1', 'system-7', '0'.repeat(32)])(
    'has an id that a trace may have, the same ever again, for the request %s',
    (requestId) => {
      const { traceId, spanId } = spanIdsOf(requestId);
      expect(traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
      expect(spanIdsOf(requestId)).toEqual({ traceId, spanId });
      expect(spanIdsOf(`${requestId}x`).traceId).not.toBe(traceId);
    },
  );
});

describe('GET /metrics', () => {
  const config = (METRICS_TOKEN?: string) =>
    platformConfigSchema.parse({
      MONGODB_URI: 'mongodb://unused',
      REDIS_URL: 'redis://unused',
      TICKET_SECRET: 't'.repeat(32),
      METRICS_TOKEN,
    });
  const codeOf = (METRICS_TOKEN: string | undefined, shown: string | undefined) => {
    try {
      void new MetricsController(new Metrics(), config(METRICS_TOKEN)).read(shown);
      return 'read';
    } catch (error) {
      return error instanceof DomainError ? error.code : String(error);
    }
  };
  const token = 'a token for tests only';

  it('is not there without the setting, whatever is shown', () => {
    for (const shown of [undefined, '', 'Bearer ', 'Bearer undefined'])
      expect(codeOf(undefined, shown)).toBe('ROUTE_NOT_FOUND');
  });

  it('is for those who show the token, and for nobody else', () => {
    for (const shown of [undefined, '', token, `Bearer ${token} `, `bearer ${token}`, 'Bearer x'])
      expect(codeOf(token, shown)).toBe('UNAUTHENTICATED');
    expect(codeOf(token, `Bearer ${token}`)).toBe('read');
  });

  it('leaves a figure out that cannot be looked up, instead of saying an old one or nought', async () => {
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
});
