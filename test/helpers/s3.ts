import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSigned } from './awsSignature.ts';

const REGION = 'ap-southeast-1';
const PAGE = 3;
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

export interface S3Peer {
  readonly endpoint: string;
  readonly objects: Map<string, { bytes: Buffer; type: string }>;
  /** While true every response is 503. */
  away: boolean;
  /** While true writes are refused. */
  readOnly: boolean;
  /**
   * While true `s3:ListBucket` is not allowed: nothing is listed, and of an object that is missing the service does not
   * tell that it is, as AWS does.
   */
  unlisted: boolean;
  close(): Promise<void>;
}

/**
 * A small in-memory service that implements the part of the S3 protocol used by the product: put, get with range,
 * delete, list in short pages, delete many. It verifies the signature of every request (AWS Signature Version 4),
 * calculated here from the published description and not with the SDK.
 */
export async function startS3(bucket: string, keys: { accessKeyId: string; secretAccessKey: string }): Promise<S3Peer> {
  const objects: S3Peer['objects'] = new Map();

  function answer(
    response: ServerResponse,
    status: number,
    body: string | Buffer = '',
    headers: Record<string, string> = {},
  ): void {
    response
      .writeHead(status, {
        'content-type': 'application/xml',
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      })
      .end(body);
  }
  const failed = (response: ServerResponse, status: number, code: string) =>
    answer(response, status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);

  function serve(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    if (peer.away) return failed(response, 503, 'ServiceUnavailable');
    if (!isSigned(request, body, { service: 's3', region: REGION, keys }))
      return failed(response, 403, 'SignatureDoesNotMatch');
    const url = new URL(request.url ?? '/', 'http://peer');
    const [, named, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (named !== bucket) return failed(response, 404, 'NoSuchBucket');
    const key = rest.join('/');
    if (request.method === 'POST' && url.searchParams.has('delete')) {
      for (const [, deletedKey] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g))
        objects.delete(deletedKey as string);
      return answer(response, 200, '<?xml version="1.0"?><DeleteResult></DeleteResult>');
    }
    if (request.method === 'GET' && url.searchParams.get('list-type') === '2') {
      if (peer.unlisted) return failed(response, 403, 'AccessDenied');
      const found = [...objects.keys()].filter((name) => name.startsWith(url.searchParams.get('prefix') ?? '')).sort();
      const contents = found
        .slice(0, PAGE)
        .map((name) => `<Contents><Key>${name}</Key></Contents>`)
        .join('');
      return answer(
        response,
        200,
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${found.length > PAGE}</IsTruncated>${contents}</ListBucketResult>`,
      );
    }
    if (request.method === 'PUT') {
      if (peer.readOnly) return failed(response, 403, 'AccessDenied');
      if (body.length !== Number(request.headers['content-length'])) return failed(response, 400, 'IncompleteBody');
      objects.set(key, { bytes: body, type: String(request.headers['content-type']) });
      return answer(response, 200, '', { etag: `"${sha256(body)}"` });
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(response, 204);
    }
    const object = objects.get(key);
    if (!object) return peer.unlisted ? failed(response, 403, 'AccessDenied') : failed(response, 404, 'NoSuchKey');
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const bytes = range ? object.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : object.bytes;
    return answer(response, range ? 206 : 200, bytes, { 'content-type': object.type });
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => serve(request, response, Buffer.concat(chunks)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const peer: S3Peer = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    away: false,
    readOnly: false,
    unlisted: false,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return peer;
}
