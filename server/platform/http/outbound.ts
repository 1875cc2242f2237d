import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** Networks that are no part of the public Internet (the registries of special-purpose addresses, RFC 6890). */
const SPECIAL = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  SPECIAL.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(address, bits, 'ipv6');
/** Global unicast: what of IPv6 is routed on the public Internet. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public Internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return GLOBAL.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
  return isIP(address) === 4 && !SPECIAL.check(address, 'ipv4');
}

/** Which addresses of others may be called. */
export interface OutboundRule {
  /** Also http, and machines of the own network. */
  readonly toPrivateNetwork: boolean;
}

/** What an address that a stranger gave is refused for, as far as it says by itself; null: it may be called. */
export function callableFault(
  address: string,
  { toPrivateNetwork }: OutboundRule,
): 'text' | 'scheme' | 'credentials' | 'fragment' | 'private' | null {
  if (!URL.canParse(address)) return 'text';
  const { protocol, hostname, username, password, hash } = new URL(address);
  if (protocol !== 'https:' && !(protocol === 'http:' && toPrivateNetwork)) return 'scheme';
  if (username !== '' || password !== '') return 'credentials';
  if (hash !== '') return 'fragment';
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === '') return 'text';
  return isIP(host) !== 0 && !toPrivateNetwork && !isPublicAddress(host) ? 'private' : null;
}

/** Whether an address that a stranger gave may be called at all, as far as it says by itself. */
export const isCallable = (address: string, rule: OutboundRule): boolean => callableFault(address, rule) === null;

/**
 * Finds the addresses of a host and refuses it when one of them is not public. The connection goes to what was looked
 * at here, so that a name cannot lead elsewhere in between.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0);
    const hidden = addresses.find(({ address }) => !isPublicAddress(address));
    if (hidden || addresses.length === 0)
      return done(Object.assign(new Error('not a public address'), { code: 'EACCES' }), '', 0);
    if (options.all) return done(null, addresses);
    return done(null, addresses[0]!.address, addresses[0]!.family);
  });
};

interface Outbound extends OutboundRule {
  /** Until when the answer's beginning must be there. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** What is sent, and how much of what comes back is read. */
interface OutboundMessage {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes of the answer that are kept, by default none. */
  readonly keep?: number;
}

interface OutboundAnswer {
  readonly status: number;
  /** The beginning of the answer. */
  readonly body: string;
}

/**
 * Posts JSON to an address that a stranger gave: to public hosts alone, over TLS, without following where it points on,
 * and without reading more of the answer than is kept. @returns the answer
 * @throws where the address may not be called, does not answer in time, or cannot be reached
 */
export function sendOutbound(
  address: string,
  { body, headers = {}, keep = 0 }: OutboundMessage,
  { toPrivateNetwork, timeoutMs, signal }: Outbound,
): Promise<OutboundAnswer> {
  if (!isCallable(address, { toPrivateNetwork }))
    return Promise.reject(Object.assign(new Error('the address may not be called'), { code: 'EACCES' }));
  const payload = Buffer.from(body);
  const url = new URL(address);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const timeout = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const call = send(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': payload.length },
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
        ...(toPrivateNetwork ? {} : { lookup: publicLookup }),
      },
      (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        // Of a cut or endless answer counts what has come: its status is known.
        const end = () => {
          answer.destroy();
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).subarray(0, keep).toString() });
        };
        if (keep === 0) return end();
        answer.on('data', (part: Buffer) => {
          parts.push(part);
          size += part.length;
          if (size >= keep) end();
        });
        answer.on('end', end).on('close', end).on('error', end);
      },
    );
    call.on('error', reject);
    call.end(payload);
  });
}

/** The same where only the status of the answer counts. */
export const postOutbound = async (address: string, body: unknown, outbound: Outbound): Promise<number> =>
  (await sendOutbound(address, { body: JSON.stringify(body) }, outbound)).status;
