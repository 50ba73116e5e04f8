import { expect, it } from '@jest/globals';
import { done, refusedWith, type Suite, usd } from './contract-cases.js';

export function captureContract({ cases, when }: Suite): void {
  const capture = (authorization: string, cents: number, key = cases().key()) =>
    cases().provider.capture({ key, authorization, ...usd(cents) });
  const cancel = (authorization: string, key = cases().key()) =>
    cases().provider.cancel({ key, authorization });

  it('takes all that is held', async () => {
    const authorization = await cases().authorized();
    const outcome = done(await capture(authorization, 4210));
    expect(outcome.cents).toBe(4210);
    expect(outcome.reference).not.toBe(authorization);
    cases().expectBooks({ captured: 4210 });
  });

  it('takes less, and releases the rest', async () => {
    const authorization = await cases().authorized();
    expect(done(await capture(authorization, 3000)).cents).toBe(3000);
    cases().expectBooks({ captured: 3000 });
  });

  it('refuses more than is held; the right amount is still taken', async () => {
    const authorization = await cases().authorized();
    expect(await capture(authorization, 4211)).toEqual(refusedWith('amount_too_large'));
    cases().expectBooks({ held: 4210 });
    done(await capture(authorization, 4210));
  });

  it('refuses a second capture', async () => {
    const authorization = await cases().authorized();
    const key = cases().key();
    done(await capture(authorization, 2000));
    expect(await capture(authorization, 2000, key)).toEqual(refusedWith('already_captured'));
    const request = { key, authorization, ...usd(2000) };
    const found = await cases().find({ act: 'capture', request });
    expect(found).toEqual(refusedWith('already_captured'));
    cases().expectBooks({ captured: 2000 });
  });

  it('takes once when it is asked twice with one key', async () => {
    const authorization = await cases().authorized();
    const key = cases().key();
    const first = await capture(authorization, 4000, key);
    expect(await capture(authorization, 4000, key)).toEqual(done(first));
    const found = await cases().find({
      act: 'capture',
      request: { key, authorization, ...usd(4000) },
    });
    expect(found).toEqual(first);
    cases().expectBooks({ captured: 4000 });
  });

  it('refuses the key of a capture for another amount', async () => {
    const authorization = await cases().authorized();
    const key = cases().key();
    done(await capture(authorization, 4000, key));
    expect(await capture(authorization, 3999, key)).toEqual(refusedWith('key_reused'));
    cases().expectBooks({ captured: 4000 });
  });

  it('lets one of two captures at the same instant win', async () => {
    const authorization = await cases().authorized();
    const both = await Promise.all([capture(authorization, 4210), capture(authorization, 4210)]);
    expect(both.filter(({ state }) => state === 'succeeded')).toHaveLength(1);
    cases().expectBooks({ captured: 4210 });
  });

  it('refuses an authorisation that nobody has', async () => {
    expect(await capture('pi_of_nobody', 4210)).toEqual(refusedWith('not_found'));
  });

  when('challenges')('takes nothing while a challenge is open', async () => {
    const request = await cases().request({ token: cases().bench.cards.challenge });
    const outcome = await cases().provider.authorize(request);
    if (outcome.state !== 'needs_challenge') throw new Error(outcome.state);
    expect(await capture(outcome.reference, 4210)).toEqual(refusedWith('not_authorized'));
    cases().expectBooks({});
  });

  it('releases what is held', async () => {
    const authorization = await cases().authorized();
    const request = { key: cases().key(), authorization };
    const outcome = done(await cases().provider.cancel(request));
    expect(outcome).toMatchObject({ reference: authorization, cents: 4210 });
    expect(await cases().provider.cancel(request)).toEqual(outcome);
    expect(await cases().find({ act: 'cancel', request })).toEqual(outcome);
    cases().expectBooks({});
  });

  it('takes nothing after a release', async () => {
    const authorization = await cases().authorized();
    done(await cancel(authorization));
    expect(await capture(authorization, 4210)).toEqual(refusedWith('authorization_canceled'));
    cases().expectBooks({});
  });

  it('refuses a second release', async () => {
    const authorization = await cases().authorized();
    done(await cancel(authorization));
    expect(await cancel(authorization)).toEqual(refusedWith('authorization_canceled'));
  });

  it('releases nothing after a capture', async () => {
    const authorization = await cases().authorized();
    done(await capture(authorization, 4210));
    const request = { key: cases().key(), authorization };
    expect(await cases().provider.cancel(request)).toEqual(refusedWith('already_captured'));
    const found = await cases().find({ act: 'cancel', request });
    expect(found).toEqual(refusedWith('already_captured'));
    cases().expectBooks({ captured: 4210 });
  });

  it('refuses to release what nobody has', async () => {
    expect(await cancel('pi_of_nobody')).toEqual(refusedWith('not_found'));
  });

  when('challenges')('releases an authorisation whose challenge is open, for good', async () => {
    const request = await cases().request({ token: cases().bench.cards.challenge });
    const outcome = await cases().provider.authorize(request);
    if (outcome.state !== 'needs_challenge') throw new Error(outcome.state);
    done(await cancel(outcome.reference));
    await cases().bench.answerChallenge(outcome.reference, true);
    const found = await cases().find({ act: 'authorize', request });
    expect(found).toEqual(refusedWith('authorization_canceled'));
    cases().expectBooks({});
  });

  when('time')('takes nothing after the bank has released it', async () => {
    const request = await cases().request();
    const authorization = done(await cases().provider.authorize(request)).reference;
    cases().bench.passTime(8 * 24 * 3600);
    const expired = refusedWith('authorization_expired');
    expect(await capture(authorization, 4210)).toEqual(expired);
    expect(await cancel(authorization)).toEqual(expired);
    expect(await cases().find({ act: 'authorize', request })).toEqual(expired);
    cases().expectBooks({});
  });

  it('finds no capture where none was sent', async () => {
    const request = { key: cases().key(), authorization: await cases().authorized(), ...usd(1000) };
    expect(await cases().find({ act: 'capture', request })).toEqual({ state: 'absent' });
    expect(await cases().find({ act: 'cancel', request })).toEqual({ state: 'absent' });
  });
}

export function refundContract({ cases }: Suite): void {
  const refund = (capture: string, cents: number, key = cases().key()) =>
    cases().provider.refund({ key, capture, ...usd(cents) });

  it('gives all back', async () => {
    const capture = await cases().captured(4210);
    expect(done(await refund(capture, 4210)).cents).toBe(4210);
    cases().expectBooks({ captured: 4210, refunded: 4210 });
  });

  it('gives back in parts, until nothing is left', async () => {
    const capture = await cases().captured(3000);
    const first = done(await refund(capture, 1000));
    const second = done(await refund(capture, 2000));
    expect(second.reference).not.toBe(first.reference);
    expect(await refund(capture, 1)).toEqual(refusedWith('amount_too_large'));
    cases().expectBooks({ captured: 3000, refunded: 3000 });
  });

  it('refuses more than was captured, although more was authorised', async () => {
    const capture = await cases().captured(3000);
    expect(await refund(capture, 3001)).toEqual(refusedWith('amount_too_large'));
    cases().expectBooks({ captured: 3000 });
  });

  it('refuses more than is left', async () => {
    const capture = await cases().captured(3000);
    done(await refund(capture, 2000));
    expect(await refund(capture, 1001)).toEqual(refusedWith('amount_too_large'));
    cases().expectBooks({ captured: 3000, refunded: 2000 });
  });

  it('gives back once when it is asked twice with one key', async () => {
    const capture = await cases().captured(3000);
    const request = { key: cases().key(), capture, ...usd(1000) };
    const outcome = done(await cases().provider.refund(request));
    expect(await cases().provider.refund(request)).toEqual(outcome);
    expect(await cases().find({ act: 'refund', request })).toEqual(outcome);
    cases().expectBooks({ captured: 3000, refunded: 1000 });
  });

  it('gives two equal amounts back for two keys, and tells them apart', async () => {
    const capture = await cases().captured(3000);
    const requests = [cases().key(), cases().key()].map((key) => ({ key, capture, ...usd(500) }));
    for (const request of requests) {
      const outcome = done(await cases().provider.refund(request));
      expect(await cases().find({ act: 'refund', request })).toEqual(outcome);
    }
    cases().expectBooks({ captured: 3000, refunded: 1000 });
  });

  it('refuses the key of a refund for another amount', async () => {
    const capture = await cases().captured(3000);
    const key = cases().key();
    done(await refund(capture, 1000, key));
    expect(await refund(capture, 1001, key)).toEqual(refusedWith('key_reused'));
    cases().expectBooks({ captured: 3000, refunded: 1000 });
  });

  it('never gives back more than was captured at the same instant', async () => {
    const capture = await cases().captured(3000);
    const both = await Promise.all([refund(capture, 2000), refund(capture, 2000)]);
    expect(both.filter(({ state }) => state === 'succeeded')).toHaveLength(1);
    cases().expectBooks({ captured: 3000, refunded: 2000 });
  });

  it('refuses a capture that nobody has', async () => {
    expect(await refund('ch_of_nobody', 100)).toEqual(refusedWith('not_found'));
  });

  it('finds no refund where none was sent', async () => {
    const request = { key: cases().key(), capture: await cases().captured(), ...usd(100) };
    expect(await cases().find({ act: 'refund', request })).toEqual({ state: 'absent' });
  });
}
