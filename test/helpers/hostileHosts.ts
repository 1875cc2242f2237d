import { isIPv6 } from 'node:net';

// Addresses that a server must not call when people of an organisation, or strangers, enter them.

/** Addresses that are not on the public Internet: of this machine, of its network, of metadata services, of no host. */
export const PRIVATE_ADDRESSES = [
  '0.0.0.0',
  '10.0.0.1',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.1.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.0.1',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fc00::1',
  'fe80::1',
  'ff02::1',
] as const;

/** Names of such addresses: through the resolver, or through a parser that interprets them as numbers. */
export const PRIVATE_NAMES = ['localhost', '0', '127.1', '0177.0.0.1', '0x7f.1', '0x7f000001', '2130706433'] as const;

/** All of them as written in a URL; full-width digits count as digits there too. */
export const PRIVATE_URL_HOSTS = [
  ...PRIVATE_ADDRESSES.map((address) => (isIPv6(address) ? `[${address}]` : address)),
  ...PRIVATE_NAMES,
  '１２７.0.0.1',
];

/** URLs that must not be called, whatever their host. */
export const UNCALLABLE_URLS = [
  'http://example.com/',
  'https://user:secret@example.com/',
  'https://user@example.com/',
  'https://169.254.169.254/latest/meta-data',
  'ftp://example.com/',
  'file:///etc/passwd',
  'https://',
  'no address',
] as const;
