import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([a-z0-9]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

/**
 * Whether a request has a valid signature of these keys for a service (AWS Signature Version 4), calculated here from
 * the published description and not with the SDK.
 */
export function isSigned(
  request: IncomingMessage,
  body: Buffer,
  { service, region, keys }: { service: string; region: string; keys: AwsKeys },
): boolean {
  const parts = AUTHORIZATION.exec(request.headers.authorization ?? '');
  if (!parts) return false;
  const [, accessKey, day, namedRegion, namedService, signedHeaders, signature] = parts as unknown as string[];
  if (accessKey !== keys.accessKeyId || namedRegion !== region || namedService !== service) return false;
  const url = new URL(request.url ?? '/', 'http://peer');
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&');
  const headers = String(signedHeaders)
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('');
  // Only S3 has the hash of the body in a separate header.
  const payload = String(request.headers['x-amz-content-sha256'] ?? sha256(body));
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false;
  const canonical = [request.method, url.pathname, query, headers, signedHeaders, payload].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    `${day}/${region}/${service}/aws4_request`,
    sha256(canonical),
  ].join('\n');
  const key = [region, service, 'aws4_request'].reduce(
    (signed, part) => hmac(signed, part),
    hmac(`AWS4${keys.secretAccessKey}`, String(day)),
  );
  return hmac(key, text).toString('hex') === signature;
}
