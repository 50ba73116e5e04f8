import { expect, it } from '@jest/globals';
import { done, refusedWith, type Suite, usd } from './contract-cases.js';

export function sellerContract({ cases, when }: Suite): void {
  const transfer = (seller: string, capture: string, cents: number, key = cases().key()) =>
    cases().provider.transfer({ key, seller, capture, ...usd(cents) });

  it('opens an account that waits for data', async () => {
    const onboarding = await cases().provider.onboard(cases().onboarding());
    if (onboarding.state !== 'succeeded') throw new Error(onboarding.state);
    expect(onboarding.url).toMatch(/^https?:/);
    const status = await cases().provider.status(onboarding.reference);
    expect(status).toMatchObject({ state: 'incomplete' });
    expect(status).toHaveProperty('missing.length', expect.any(Number));
  });

  it('opens one account for a farm that begins again', async () => {
    const request = cases().onboarding();
    const first = await cases().provider.onboard(request);
    if (first.state !== 'succeeded') throw new Error(first.state);
    const seller = first.reference;
    const again = { ...request, key: cases().key(), seller };
    expect(await cases().provider.onboard(again)).toMatchObject({ reference: seller });
  });

  it('knows no account that nobody has', async () => {
    expect(await cases().provider.status('acct_of_nobody')).toEqual(refusedWith('not_found'));
  });

  it('refuses a transfer to a farm that is not ready', async () => {
    const onboarding = await cases().provider.onboard(cases().onboarding());
    if (onboarding.state !== 'succeeded') throw new Error(onboarding.state);
    const capture = await cases().captured();
    const outcome = await transfer(onboarding.reference, capture, 100);
    expect(outcome).toEqual(refusedWith('seller_not_ready'));
    cases().expectBooks({ captured: 4210 });
  });

  it('refuses a transfer to a farm that nobody has', async () => {
    const capture = await cases().captured();
    expect(await transfer('acct_of_nobody', capture, 100)).toEqual(refusedWith('not_found'));
  });

  when('sellers')('says that a farm is ready', async () => {
    const status = await cases().provider.status(await cases().seller());
    expect(status).toEqual({ state: 'ready', missing: [] });
  });

  when('sellers')('hands two farms their shares of one capture', async () => {
    const [one, other] = [await cases().seller(), await cases().seller()];
    const capture = await cases().captured(4000);
    const first = done(await transfer(one, capture, 2000));
    expect(done(await transfer(other, capture, 1680)).reference).not.toBe(first.reference);
    cases().expectBooks({ captured: 4000, transferred: 3680 });
  });

  when('sellers')('refuses more than was captured', async () => {
    const seller = await cases().seller();
    const capture = await cases().captured(4000);
    expect(await transfer(seller, capture, 4001)).toEqual(refusedWith('amount_too_large'));
    cases().expectBooks({ captured: 4000 });
  });

  when('sellers')('refuses more than is left of the capture', async () => {
    const seller = await cases().seller();
    const capture = await cases().captured(4000);
    done(await transfer(seller, capture, 3000));
    expect(await transfer(seller, capture, 1001)).toEqual(refusedWith('amount_too_large'));
    cases().expectBooks({ captured: 4000, transferred: 3000 });
  });

  when('sellers')('refuses a share of a capture that nobody has', async () => {
    const outcome = await transfer(await cases().seller(), 'ch_of_nobody', 100);
    expect(outcome).toEqual(refusedWith('not_found'));
  });

  when('sellers')('transfers once when it is asked twice with one key', async () => {
    const request = {
      key: cases().key(),
      seller: await cases().seller(),
      capture: await cases().captured(),
      ...usd(500),
    };
    const outcome = done(await cases().provider.transfer(request));
    expect(await cases().provider.transfer(request)).toEqual(outcome);
    expect(await cases().find({ act: 'transfer', request })).toEqual(outcome);
    const other = { ...request, cents: 501 };
    expect(await cases().provider.transfer(other)).toEqual(refusedWith('key_reused'));
    cases().expectBooks({ captured: 4210, transferred: 500 });
  });

  async function transferred(cents = 1000) {
    const [seller, capture] = [await cases().seller(), await cases().captured()];
    const made = done(await transfer(seller, capture, cents));
    return { transfer: made.reference, seller, capture };
  }
  const reverse = (of: { transfer: string; seller: string; capture: string }, cents: number) =>
    cases().provider.reverse({ key: cases().key(), ...of, ...usd(cents) });

  when('sellers')('takes a share back, whole or in parts', async () => {
    const of = await transferred();
    done(await reverse(of, 400));
    done(await reverse(of, 600));
    expect(await reverse(of, 1)).toEqual(refusedWith('amount_too_large'));
    cases().expectBooks({ captured: 4210, transferred: 1000, reversed: 1000 });
  });

  when('sellers')('takes back no more than was transferred', async () => {
    expect(await reverse(await transferred(), 1001)).toEqual(refusedWith('amount_too_large'));
    cases().expectBooks({ captured: 4210, transferred: 1000 });
  });

  when('sellers')('takes nothing back from another farm', async () => {
    const of = { ...(await transferred()), seller: await cases().seller() };
    expect(await reverse(of, 100)).toEqual(refusedWith('transfer_mismatch'));
    cases().expectBooks({ captured: 4210, transferred: 1000 });
  });

  when('sellers')('takes nothing back for another capture', async () => {
    const of = { ...(await transferred()), capture: await cases().captured() };
    expect(await reverse(of, 100)).toEqual(refusedWith('transfer_mismatch'));
    cases().expectBooks({ captured: 8420, transferred: 1000 });
  });

  when('sellers')('takes nothing back from a transfer that nobody has', async () => {
    const of = { ...(await transferred()), transfer: 'tr_of_nobody' };
    expect(await reverse(of, 100)).toEqual(refusedWith('not_found'));
  });

  when('sellers')('takes back once when it is asked twice with one key', async () => {
    const request = { key: cases().key(), ...(await transferred()), ...usd(250) };
    const outcome = done(await cases().provider.reverse(request));
    expect(await cases().provider.reverse(request)).toEqual(outcome);
    expect(await cases().find({ act: 'reverse', request })).toEqual(outcome);
    cases().expectBooks({ captured: 4210, transferred: 1000, reversed: 250 });
  });

  when('sellers')('keeps a share where it is when the customer is refunded', async () => {
    const { capture } = await transferred();
    done(await cases().provider.refund({ key: cases().key(), capture, ...usd(4210) }));
    cases().expectBooks({ captured: 4210, refunded: 4210, transferred: 1000 });
  });
}
