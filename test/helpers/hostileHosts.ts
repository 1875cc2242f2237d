import { isIPv6 } from 'node:net';

// Where a server must not be led by what people of an organisation, or strangers, type.

/** Addresses that are not of the public Internet: of this machine, of its network, of metadata services, of no host. */
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

/** Names that lead to such an address: by the resolver, or by a reader that takes them for numbers. */
export const PRIVATE_NAMES = ['localhost', '0', '127.1', '0177.0.0.1', '0x7f.1', '0x7f000001', '2130706433'] as const;

/** All of them as they stand in a URL; full-width digits are digits there too. */
export const PRIVATE_URL_HOSTS = [
  ...PRIVATE_ADDRESSES.map((address) => (isIPv6(address) ? `[${address}]` : address)),
  ...PRIVATE_NAMES,
  '１２７.0.0.1',
];

/** What is no URL to call, whatever host it names. */
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
