import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrderDto, OrderPart, PartStatus } from '#libs/contracts';
import { barIsComplete } from '../../testing/complete-bar';
import { applyChange, partChangedOf } from '../../testing/fake-changes';
import { fakeCode } from '../../testing/fake-hand-overs';
import { FakeServer, problem } from '../../testing/fake-server';
import { fakeConnection } from '../../testing/live';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const connection = fakeConnection();
const PAGE = '/dashboard/farmer/hand-over';
let server: FakeServer;

beforeAll(async () => {
  await Promise.all([import('./order'), import('./dashboard-farmer'), import('../../ui/qr-code')]);
});

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
  const [product] = server.products;
  const items = [{ productId: product?._id ?? '', quantity: (product?.minimum ?? 1) * 2 }];
  server.orders.push(makeOrder(server, { items, address }));
});

const stored = (): OrderDto => server.orders[0] as OrderDto;
const part = (): OrderPart => stored().parts[0] as OrderPart;
const code = () => fakeCode(part()._id);
const grouped = () => `${code().slice(0, 3)} ${code().slice(3)}`;
/** The farm moves the part on the server, and the page is told if it is live. */
function move(status: PartStatus, isTold = true): void {
  const before = stored();
  const after = applyChange(before, part()._id, { status }, { role: 'farmer', name: 'Frances' });
  server.orders[0] = after;
  if (isTold)
    connection.emit('order.part-changed', after.version, partChangedOf(before, after, part()._id));
}

describe('a customer', () => {
  test('has the code from the acceptance on, and a QR code once it comes, and nothing is fetched for it', async () => {
    renderApp(`/orders/${stored()._id}`, server);
    await screen.findByRole('heading', { level: 1, name: `Order ${stored().code}` });
    await barIsComplete(server);
    expect(screen.queryByText('Your hand-over code')).toBeNull();
    const calls = server.calls.length;
    move('accepted');
    const shown = within(await screen.findByRole('region', { name: /^Your hand-over code for / }));
    expect(shown.getByText(grouped())).toBeVisible();
    expect(shown.getByText(`The code is ${[...code()].join(' ')}`)).toBeInTheDocument();
    expect(shown.queryByRole('img')).toBeNull();
    move('packed');
    move(part().fulfilment === 'pickup' ? 'ready_for_pickup' : 'out_for_delivery');
    expect(
      await shown.findByRole('img', { name: 'The hand-over code as a QR code' }),
    ).toBeVisible();
    move('delivered');
    await waitFor(() => expect(screen.queryByText('Your hand-over code')).toBeNull());
    expect(server.calls.slice(calls).filter((call) => call.includes('hand-over'))).toEqual([]);
  });

  test('is told if the code cannot be loaded, and tries again', async () => {
    move('accepted', false);
    server.on('GET /api/v1/orders/:id/hand-over-codes', () => problem('FORBIDDEN', 403));
    renderApp(`/orders/${stored()._id}`, server);
    expect(await screen.findByText('Your hand-over code could not be loaded')).toBeVisible();
    server.on('GET /api/v1/orders/:id/hand-over-codes', () => ({
      status: 200,
      body: { parts: [{ partId: part()._id, code: code() }] },
    }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(grouped())).toBeVisible();
  });
});

describe('a farm', () => {
  beforeEach(() => {
    server.signInAs('farmer', { farmId: part().farmId });
  });
  const results = () => within(screen.getByRole('region', { name: 'What was handed over' }));
  const type = async (text: string) => {
    const field = await screen.findByLabelText('Code');
    await userEvent.clear(field);
    await userEvent.type(field, text);
    await userEvent.click(screen.getByRole('button', { name: 'Hand over' }));
  };
  const goOut = () => {
    for (const status of ['accepted', 'packed'] as const) move(status, false);
    move(part().fulfilment === 'pickup' ? 'ready_for_pickup' : 'out_for_delivery', false);
  };

  test('types a code as it is read out, and sees who it was for', async () => {
    goOut();
    renderApp(PAGE, server);
    await type('12');
    expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(
      /Please enter the six letters and digits of the code\./,
    );
    await type(grouped().toLowerCase());
    expect(await results().findByText(`Order ${stored().code} is handed over`)).toBeVisible();
    expect(results().getByText(/It is paid at the hand-over/)).toBeVisible();
    expect(part().status).toBe('delivered');
    expect(screen.getByLabelText('Code')).toHaveValue('');
  });

  test('reads why a code is refused, and finds the order', async () => {
    renderApp(PAGE, server);
    await type('222 222');
    expect(await results().findByText(/No order has this code/)).toBeVisible();
    // it stays, so that a letter can be corrected
    expect(screen.getByLabelText('Code')).toHaveValue('222 222');
    await type(code());
    expect(
      await results().findByText(
        `Order ${stored().code} is not on its way or ready yet. It is: Placed.`,
      ),
    ).toBeVisible();
    expect(results().getByRole('link', { name: `Look at order ${stored().code}` })).toHaveAttribute(
      'href',
      `/orders/${stored()._id}`,
    );
    const about = { order: 'FG-1', orderId: stored()._id, status: 'delivered' };
    for (const [details, words] of [
      [{ reason: 'other_farm' }, 'This code is for another farm.'],
      [
        { reason: 'delivered', ...about, at: '2026-12-04T15:00:00.000Z', by: 'Frances' },
        /^Order FG-1 was handed over already: .*, by Frances\.$/,
      ],
      [
        { reason: 'other_day', ...about, day: '2026-12-04' },
        /^Order FG-1 is for .*December 4.*, not for today\.$/,
      ],
      [{ reason: 'ended', ...about }, 'Order FG-1 is cancelled or declined.'],
    ] as const) {
      server.on('POST /api/v1/farms/mine/hand-overs', () =>
        problem('HAND_OVER_REFUSED', 409, { details }),
      );
      await type('333 333');
      expect(await results().findByText(words)).toBeVisible();
    }
    server.on('POST /api/v1/farms/mine/hand-overs', () =>
      problem('RATE_LIMITED', 429, { message: 'Too many wrong codes' }),
    );
    await type('444 444');
    expect(await results().findByText('Too many wrong codes')).toBeVisible();
  });

  test('sends a code again with the same key, if there was no answer', async () => {
    goOut();
    const keys: (string | null)[] = [];
    server.on('POST /api/v1/farms/mine/hand-overs', ({ headers }) => {
      keys.push(headers.get('Idempotency-Key'));
      throw new TypeError('Failed to fetch');
    });
    renderApp(PAGE, server);
    await type(code());
    await waitFor(() => expect(keys).toHaveLength(1));
    await results().findByText(`${grouped()}: nothing was handed over`);
    await userEvent.click(screen.getByRole('button', { name: 'Hand over' }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);
    await type('222 222');
    await waitFor(() => expect(keys).toHaveLength(3));
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('that scanned with the camera of the phone finds the code in the field', async () => {
    renderApp(`${PAGE}#${code()}`, server);
    expect(await screen.findByLabelText('Code')).toHaveValue(grouped());
    expect(server.calls).not.toContain('POST /api/v1/farms/mine/hand-overs');
  });

  describe('with a camera', () => {
    let seen = '';
    const stopTrack = jest.fn();
    let getUserMedia: jest.Mock<() => Promise<MediaStream>>;
    beforeEach(() => {
      seen = '';
      const track = { stop: stopTrack, addEventListener: () => undefined };
      const stream = { getTracks: () => [track], getVideoTracks: () => [track] };
      getUserMedia = jest.fn(async () => stream as unknown as MediaStream);
      Object.defineProperty(navigator, 'mediaDevices', {
        value: { getUserMedia },
        configurable: true,
      });
      jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
      Object.assign(globalThis, {
        BarcodeDetector: class {
          static async getSupportedFormats(): Promise<string[]> {
            return ['qr_code'];
          }
          detect = async () => (seen === '' ? [] : [{ rawValue: seen }]);
        },
      });
    });
    afterEach(() => {
      jest.restoreAllMocks();
      Reflect.deleteProperty(navigator, 'mediaDevices');
      Reflect.deleteProperty(globalThis, 'BarcodeDetector');
    });
    const scan = async () =>
      userEvent.click(await screen.findByRole('button', { name: 'Scan with the camera' }));

    test('scans a code once, however long it is held, and the camera ends with the page', async () => {
      goOut();
      const { unmount } = renderApp(PAGE, server);
      await scan();
      expect(await screen.findByText(/Hold the customer’s QR code/)).toBeVisible();
      seen = 'https://elsewhere.example/menu';
      await act(async () => undefined);
      seen = `https://shop.example${PAGE}#${code()}`;
      expect(await results().findByText(`Order ${stored().code} is handed over`)).toBeVisible();
      // another one is read while the first would still be held
      seen = '222222';
      expect(await results().findByText(/No order has this code/)).toBeVisible();
      const sent = server.calls.filter((call) => call === 'POST /api/v1/farms/mine/hand-overs');
      expect(sent).toHaveLength(2);
      unmount();
      expect(stopTrack).toHaveBeenCalled();
    });

    test.each([
      ['NotAllowedError', /The camera may not be used/],
      ['NotFoundError', /No camera is found/],
    ])('that answers %s says what to do', async (name, words) => {
      getUserMedia.mockRejectedValue(new DOMException('no', name));
      renderApp(PAGE, server);
      await scan();
      expect(await screen.findByText(words)).toBeVisible();
      expect(screen.getByRole('button', { name: 'Scan with the camera' })).toBeVisible();
    });
  });

  test('comes here from the board', async () => {
    renderApp('/dashboard/farmer/orders', server);
    expect(await screen.findByRole('link', { name: 'Hand over by code' })).toHaveAttribute(
      'href',
      PAGE,
    );
  });
});
