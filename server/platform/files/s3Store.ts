import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Config } from '../config.ts';
import { checkedKey, FileMissing, type FileStore } from './contract.ts';

const silent = () => {};
const SILENT = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };

/**
 * How long a connection may take, and how long one may be silent in the middle of a call or a body. A call as such has
 * no limit: it takes as long as its file is large.
 */
const LIMITS = { connectionTimeout: 30_000, socketTimeout: 60_000 };

/**
 * Files in a bucket of S3 or a service that speaks its protocol, under the configured prefix. Whatever exceeds `limits`
 * fails, at the call or while its body is read.
 */
export function s3Store(settings: NonNullable<Config['s3']>, limits: typeof LIMITS = LIMITS): FileStore {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = settings;
  const prefix = settings.prefix ? `${settings.prefix}/` : '';
  let opened: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined;
  // The SDK is large: it is loaded when the first file moves, not at start.
  const s3 = () =>
    (opened ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        region,
        endpoint,
        // Services outside AWS are addressed by path, since they rarely have a name a bucket.
        forcePathStyle: endpoint !== undefined,
        // Without keys the SDK finds the machine's own (instance role, environment).
        credentials: accessKeyId ? { accessKeyId, secretAccessKey } : undefined,
        // Many of those services refuse the SDK's trailing checksums; our own SHA-256 is in the database.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        requestHandler: limits,
        // Whoever calls the store logs its errors; the SDK would write to the console.
        logger: SILENT,
      }),
    })));

  return {
    async put(key, source, { size, type }) {
      const { sdk, client } = await s3();
      const content = 'onDisk' in source ? createReadStream(source.onDisk) : source;
      const exact = exactly(size, content);
      try {
        await client.send(
          new sdk.PutObjectCommand({
            Bucket: bucket,
            Key: prefix + checkedKey(key),
            Body: exact.body,
            ContentLength: size,
            ContentType: type,
          }),
          { abortSignal: exact.signal },
        );
      } catch (error) {
        const failure = exact.failure() ?? error;
        // The SDK leaves open what it did not read to its end.
        if (!Buffer.isBuffer(content)) content.destroy();
        throw failure;
      }
    },

    async get(key, range) {
      const { sdk, client } = await s3();
      try {
        const answer = await client.send(
          new sdk.GetObjectCommand({
            Bucket: bucket,
            Key: prefix + checkedKey(key),
            Range: range && `bytes=${range.start}-${range.end}`,
          }),
        );
        return answer.Body as Readable;
      } catch (error) {
        const { name } = error as Error;
        throw name === 'NoSuchKey' || name === 'NotFound' ? new FileMissing(key) : error;
      }
    },

    async remove(key) {
      const { sdk, client } = await s3();
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: prefix + checkedKey(key) }));
    },

    async removeAll(under) {
      const { sdk, client } = await s3();
      const Prefix = `${prefix}${checkedKey(under)}/`;
      for (let more = true; more;) {
        // Always the first page: what it listed is gone at the next turn.
        const listed = await client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix }));
        const Objects = (listed.Contents ?? []).map(({ Key }) => ({ Key }));
        if (Objects.length === 0) return;
        const answer = await client.send(
          new sdk.DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        const refused = answer.Errors?.[0];
        if (refused) throw new Error(`the bucket refused to remove files: ${refused.Code}`);
        more = listed.IsTruncated === true;
      }
    },
  };
}

/**
 * `source` as the body of a request that is given up when it breaks or is not `size` bytes long; the SDK would wait for
 * the rest.
 */
function exactly(
  size: number,
  source: Readable | Buffer,
): { body: Readable | Buffer; signal: AbortSignal; failure: () => unknown } {
  const gaveUp = new AbortController();
  let failure: unknown;
  async function* counted() {
    let sent = 0;
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        sent += chunk.length;
        if (sent > size) break;
        yield chunk;
      }
      if (sent !== size) throw new Error(`${sent} bytes arrived in place of ${size}`);
    } catch (error) {
      failure = error;
      gaveUp.abort();
    }
  }
  if (Buffer.isBuffer(source)) {
    if (source.length !== size) throw new Error(`${source.length} bytes arrived in place of ${size}`);
    return { body: source, signal: gaveUp.signal, failure: () => undefined };
  }
  return { body: Readable.from(counted(), { objectMode: false }), signal: gaveUp.signal, failure: () => failure };
}
