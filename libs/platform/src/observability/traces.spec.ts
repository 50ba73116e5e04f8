import { describe, expect, it } from '@jest/globals';
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
