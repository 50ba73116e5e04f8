import { isIPv6 } from 'node:net';

/** Bits of an IPv6 address that identify a customer: providers assign each one all /64 networks of a /56. */
export const NETWORK_BITS = 56;
const GROUP_BITS = 16;
const GROUPS = 8;

/**
 * The key by which callers are counted: the IPv4 address, or the /56 network of IPv6, because an IPv6 caller has more
 * addresses than calls to make.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [start = [], end = []] = address
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  const leftOut = Array<string>(Math.max(0, GROUPS - start.length - end.length)).fill('0');
  const groups = [...start, ...leftOut, ...end].slice(0, Math.ceil(NETWORK_BITS / GROUP_BITS));
  const network = groups.map((group) => Number.parseInt(group, 16));
  const last = network.length - 1;
  const hostBits = network.length * GROUP_BITS - NETWORK_BITS;
  network[last] = ((network[last] ?? 0) >> hostBits) << hostBits;
  return `${network.map((group) => group.toString(16)).join(':')}::/${NETWORK_BITS}`;
}
