import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address that name the network; its customer chooses the others. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/**
 * Anonymous calls are counted by the address of IPv4, and by the /64 network of IPv6, in which everybody has more
 * addresses than there are calls to make.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [start = [], end = []] = address
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  const leftOut = Array<string>(Math.max(0, GROUPS - start.length - end.length)).fill('0');
  const network = [...start, ...leftOut, ...end].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
