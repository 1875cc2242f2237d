import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whether an address is one of these or in one of these networks; none: any is. */
export function isAllowedFrom(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  // IPv4 as a socket of both kinds names it.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const kind = isIPv6(base) ? 'ipv6' : 'ipv4';
    list.addSubnet(base, bits === undefined ? (kind === 'ipv6' ? 128 : 32) : Number(bits), kind);
  }
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
