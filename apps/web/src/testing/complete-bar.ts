import { expect } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { FakeServer } from './fake-server';

/** Waits for the last request of a signed-in page, the inbox bell's, so that a test can count requests from then on. */
export async function barIsComplete(server: FakeServer): Promise<void> {
  await waitFor(() => expect(server.calls).toContain('GET /api/v1/inbox'));
}
