import { describe, expect, it } from '@jest/globals';
import {
  adminStepNeedsReason,
  nextProductStatuses,
  PRODUCT_TRANSITIONS,
  productStatusSchema,
} from './product-state.js';

const statuses = productStatusSchema.options;

describe('the life of a product', () => {
  /** Written out independently of the table. */
  it.each([
    ['draft', 'farmer', ['live', 'archived']],
    ['review', 'farmer', ['draft', 'archived']],
    ['live', 'farmer', ['paused', 'archived']],
    ['paused', 'farmer', ['live', 'archived']],
    ['archived', 'farmer', ['draft']],
    ['draft', 'admin', ['live', 'archived']],
    ['review', 'admin', ['live', 'draft', 'archived']],
    ['live', 'admin', ['paused', 'archived']],
    ['paused', 'admin', ['live', 'archived']],
    ['archived', 'admin', ['draft']],
  ] as const)('from %s by a %s goes to %j', (from, role, to) => {
    expect(nextProductStatuses(from, role)).toEqual(to);
  });

  it('has no step that a customer may take', () => {
    for (const status of statuses) expect(nextProductStatuses(status, 'customer')).toEqual([]);
  });

  it('never ends: from every status a farmer can get back to a draft', () => {
    for (const status of statuses) {
      const reached = new Set<string>([status]);
      for (let size = 0; size !== reached.size; ) {
        size = reached.size;
        for (const from of statuses)
          if (reached.has(from))
            for (const to of nextProductStatuses(from, 'farmer')) reached.add(to);
      }
      expect([status, reached.has('draft')]).toEqual([status, true]);
    }
  });

  it('has no step from a status to itself', () => {
    for (const from of statuses)
      expect(PRODUCT_TRANSITIONS[from].map(({ to }) => to)).not.toContain(from);
  });
});

describe('an admin', () => {
  it.each([
    ['live', 'archived', true],
    ['live', 'paused', true],
    ['paused', 'archived', true],
    ['review', 'draft', true],
    ['review', 'archived', true],
    ['review', 'live', false],
    ['paused', 'live', false],
    ['archived', 'draft', false],
    ['paused', 'paused', false],
  ] as const)('who moves a product from %s to %s must say why: %p', (from, to, needed) => {
    expect(adminStepNeedsReason(from, to)).toBe(needed);
  });
});
