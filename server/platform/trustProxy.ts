import { isIP } from 'node:net';

/** Whether it says whose X-Forwarded-* headers count. */
export function isTrustable(value: string): boolean {
  if (['true', 'false'].includes(value) || /^\d{1,3}$/.test(value)) return true;
  return value.split(',').every((part) => {
    const [address = '', bits] = part.trim().split('/');
    if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return bits === undefined;
    const size = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return size > 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= size));
  });
}

/** What Fastify takes for it: false, true, a number of proxies, or their addresses. */
export function trustProxy(value: string): boolean | number | string {
  if (value === 'false') return false;
  if (value === 'true') return true;
  return /^\d+$/.test(value) ? Number(value) : value;
}
