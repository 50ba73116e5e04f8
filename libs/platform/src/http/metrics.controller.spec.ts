import { describe, expect, it } from '@jest/globals';
import { DomainError } from '../errors.js';
import { Metrics } from '../observability/metrics.js';
import { platformConfigSchema } from '../platform.config.js';
import { MetricsController } from './metrics.controller.js';

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

  it('does not exist without the setting, whatever token is sent', () => {
    for (const shown of [undefined, '', 'Bearer ', 'Bearer undefined'])
      expect(codeOf(undefined, shown)).toBe('ROUTE_NOT_FOUND');
  });

  it('is for those who send the token, and for nobody else', () => {
    for (const shown of [undefined, '', token, `Bearer ${token} `, `bearer ${token}`, 'Bearer x'])
      expect(codeOf(token, shown)).toBe('UNAUTHENTICATED');
    expect(codeOf(token, `Bearer ${token}`)).toBe('read');
  });
});
