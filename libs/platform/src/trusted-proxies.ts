import { BlockList, isIP, isIPv6 } from 'node:net';
import * as z from 'zod';

/** Maximum number of proxies in front. */
const HOPS_MAX = 10;

/** Whether `address` is a trusted proxy; `hop` counts from the connection backwards. */
export type TrustsProxy = (address: string, hop: number) => boolean;

/** Adds an address or a network in CIDR notation; false if it is neither, or a network of all addresses. */
function addNetwork(list: BlockList, entry: string): boolean {
  const [, address = '', suffix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const [family, most] = isIPv6(address) ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
  const bits = Number(suffix ?? most);
  if (isIP(address) === 0 || bits < 1 || bits > most) return false;
  list.addSubnet(address, bits, family);
  return true;
}

/**
 * The setting `TRUSTED_PROXIES`: a number of hops, or addresses and networks separated by commas; null if none is
 * trusted. Only trusted senders may name their client's address.
 */
export const trustedProxiesSetting = z
  .string()
  .default('')
  .transform((text, context): TrustsProxy | null => {
    const entries = text.split(',').flatMap((entry) => entry.trim() || []);
    const [only = '0'] = entries;
    if (entries.length <= 1 && /^\d+$/.test(only)) {
      const hops = Number(only);
      if (hops <= HOPS_MAX) return hops === 0 ? null : (_address, hop) => hop < hops;
      context.addIssue(`must be at most ${HOPS_MAX} hops`);
      return null;
    }
    const trusted = new BlockList();
    for (const entry of entries)
      if (!addNetwork(trusted, entry))
        context.addIssue(`${entry} is neither a number of hops nor a network such as 10.0.0.0/8`);
    return (address) =>
      isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  });
