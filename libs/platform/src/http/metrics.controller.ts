import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Header, Headers, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../auth/access.js';
import { DomainError } from '../errors.js';
import { Metrics } from '../observability/metrics.js';
import { PLATFORM_CONFIG, type PlatformConfig } from '../platform.config.js';
import { RateLimit } from './rate-limits.js';

/**
 * `GET /metrics`, outside the API: its reader is a machine, so it sends the token `METRICS_TOKEN` instead of a
 * user's. Without that setting the route does not exist.
 */
@ApiExcludeController()
@Controller('metrics')
@RateLimit('none')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  @Get()
  @Public()
  @Header('content-type', Metrics.contentType)
  @Header('cache-control', 'no-store')
  read(@Headers('authorization') shown: string | undefined): Promise<string> {
    const { METRICS_TOKEN } = this.config;
    if (!METRICS_TOKEN) throw new DomainError('ROUTE_NOT_FOUND');
    if (!equalsInConstantTime(shown ?? '', `Bearer ${METRICS_TOKEN}`))
      throw new DomainError('UNAUTHENTICATED');
    return this.metrics.text();
  }
}

/** Compares in constant time. */
function equalsInConstantTime(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
