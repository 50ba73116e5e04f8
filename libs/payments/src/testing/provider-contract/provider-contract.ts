import { afterEach, beforeEach, describe, it } from '@jest/globals';
import { captureContract, refundContract } from './capture-contract.js';
import { authorizationContract, cardContract } from './card-contract.js';
import { Cases, type Suite } from './contract-cases.js';
import { lossContract } from './loss-contract.js';
import type { Ability, ProviderBench } from './provider-bench.js';
import { requestContract } from './request-contract.js';
import { sellerContract } from './seller-contract.js';
import { webhookContract } from './webhook-contract.js';

/** What every card provider promises; run against each adapter. */
export function providerContract(
  name: string,
  abilities: readonly Ability[],
  makeBench: () => Promise<ProviderBench>,
): void {
  describe(`the card provider ${name}`, () => {
    const able = new Set(abilities);
    let current: Cases;
    beforeEach(async () => {
      current = new Cases(await makeBench(), able);
    });
    afterEach(() => current.bench.close());
    const suite: Suite = {
      cases: () => current,
      when: (...needed) => (needed.every((ability) => able.has(ability)) ? it : it.skip),
    };
    describe('cards', () => cardContract(suite));
    describe('authorisations', () => authorizationContract(suite));
    describe('captures and releases', () => captureContract(suite));
    describe('refunds', () => refundContract(suite));
    describe('bad requests', () => requestContract(suite));
    describe('lost requests and answers', () => lossContract(suite));
    describe('sellers', () => sellerContract(suite));
    describe('webhooks', () => webhookContract(suite));
  });
}
