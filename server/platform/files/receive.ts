import { isUtf8 } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { megabytes } from '../../../shared/file.ts';
import { appError } from '../errors.ts';
import { base64Decoder, FORM_FIELDS, readForm, tooManyFields } from './formStream.ts';

/** A file that came with a request, on disk and not yet checked. `dispose` removes it. */
export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** The name as the sender gave it. */
  readonly name: string;
  /** The form's other fields. */
  readonly fields: Readonly<Record<string, string>>;
  dispose(): Promise<void>;
}

const FIELD_LIMIT = 10 * 1024;
const FORM_SLACK = 64 * 1024;
/** Beyond this the rest of a refused upload is not read to its end: the connection closes. */
const READ_TO_END = 256 * 1024 * 1024;

/**
 * Lets the routes of a plugin take files: multipart, and form-encoded with the file in base64. Call it in an
 * encapsulated plugin.
 */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { files: 1, fields: FORM_FIELDS, parts: FORM_FIELDS + 2, fieldSize: FIELD_LIMIT, headerPairs: 50 },
    throwFileSizeLimit: false,
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => done(null, payload));
}

/** The folder of files on their way in; what a crash left there is swept. */
const incomingFolder = (dataDir: string): string => join(dataDir, 'incoming');

/** Removes files on their way in that are older than `before`: their requests ended long ago. */
export async function sweepIncoming(dataDir: string, before: Date): Promise<void> {
  const folder = incomingFolder(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts && facts.mtime < before) await rm(path, { force: true });
  }
}

/**
 * Takes the one file of a request to disk as it arrives, hashing it. In a multipart form it is the field `file`;
 * in an encoded form `file` or `data` holds base64 and `name` the name. Memory does not grow with the file.
 * @param limit largest size in bytes
 * @throws AppError 400 without a file or with two, 413 above the limit, 415 for another content type.
 */
export async function receiveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  options: { dataDir: string; limit: number },
): Promise<ReceivedFile> {
  const { dataDir, limit } = options;
  const encoded = String(request.headers['content-type']).startsWith('application/x-www-form-urlencoded');
  if (!encoded && !request.isMultipart()) throw appError('UNSUPPORTED_MEDIA_TYPE', { text: 'files:form' });
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  // In base64 every byte may also be escaped; the exact limit is kept below.
  if (length > (encoded ? limit * 1.5 : limit) + FORM_SLACK) {
    if (length > READ_TO_END) void reply.header('connection', 'close');
    throw tooLarge(limit);
  }

  const folder = incomingFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const dispose = () => rm(path, { force: true });
  const draft = {
    fields: Object.create(null) as Record<string, string>,
    hash: createHash('sha256'),
    size: 0,
    name: undefined as string | undefined,
  };
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      draft.size += chunk.length;
      if (draft.size > limit) throw tooLarge(limit);
      draft.hash.update(chunk);
      yield chunk;
    }
  };
  // There before anything is read: a stream that opens it by itself may do so after a broken form was given up and its
  // file removed, and would leave one that nobody removes.
  const file = await open(path, 'wx', 0o600);
  const spool = (source: AsyncIterable<Buffer>) => pipeline(source, counted, file.createWriteStream());

  try {
    // Of a request that was cut before its parts are listened for no end would ever come.
    if (request.raw.destroyed && !request.raw.readableEnded) throw appError('form');
    if (encoded) await takeEncoded(request.body as Readable, draft, spool);
    else await takeMultipart(request, draft, limit, spool);
    if (draft.name === undefined) throw appError('file.missing', { at: 'file' });
    if (draft.size === 0) throw appError('file.empty', { at: 'file' });
    await file.close();
    return {
      path,
      size: draft.size,
      sha256: draft.hash.digest('hex'),
      name: draft.name,
      fields: draft.fields,
      dispose,
    };
  } catch (error) {
    await file.close().catch(() => {});
    await dispose();
    // What still comes is read away, or the next request on the connection would wait behind it for ever; where that is
    // much, or nobody knows how much, the connection ends.
    request.raw.unpipe();
    request.raw.resume();
    if (!(length <= READ_TO_END)) void reply.header('connection', 'close');
    throw inOurTerms(error, limit);
  }
}

/**
 * Puts the pieces of a file that came one by one together on disk, hashing it. @param name as the sender gave it
 */
export async function gatherFile(dataDir: string, name: string, pieces: AsyncIterable<Buffer>): Promise<ReceivedFile> {
  const folder = incomingFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const dispose = () => rm(path, { force: true });
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      size += piece.length;
      await file.writeFile(piece);
    }
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await dispose();
    throw error;
  }
  return { path, size, sha256: hash.digest('hex'), name, fields: {}, dispose };
}

/** A text of a form that the parser read: where its bytes were no UTF-8, it has put U+FFFD. @throws 400 `encoding` */
function utf8(text: string): string {
  if (text.includes('\ufffd')) throw appError('encoding');
  return text;
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw appError('encoding');
  return bytes.toString();
}

interface Draft {
  readonly fields: Record<string, string>;
  name: string | undefined;
}
type Spool = (source: AsyncIterable<Buffer>) => Promise<void>;

async function takeMultipart(request: FastifyRequest, draft: Draft, limit: number, spool: Spool): Promise<void> {
  // The parser would read what is above its limit to the end; one byte more, and `spool` refuses it at once.
  for await (const part of request.parts({ limits: { fileSize: limit + 1 } })) {
    if (part.type === 'file') {
      if (part.fieldname !== 'file') {
        part.file.destroy();
        throw appError('file.missing', { at: 'file' });
      }
      // Browsers write a quotation mark so (https://html.spec.whatwg.org, multipart/form-data encoding).
      draft.name = utf8(part.filename ?? '').replaceAll('%22', '"');
      await spool(part.file);
    } else if (typeof part.value === 'string') {
      draft.fields[utf8(part.fieldname)] = utf8(part.value);
    }
  }
}

async function takeEncoded(body: Readable, draft: Draft, spool: Spool): Promise<void> {
  const pieces = readForm(body)[Symbol.asyncIterator]();
  let spooled = false;
  const isFile = (name: string) => name === 'file' || name === 'data';
  for (let turn = await pieces.next(); !turn.done; turn = await pieces.next()) {
    const first = turn.value;
    if (isFile(first.name)) {
      if (spooled) throw appError('file.several', { at: 'file' });
      spooled = true;
      await spool(fileBytes(first, pieces));
    } else {
      const known = draft.fields[first.name] ?? '';
      if (known.length + first.bytes.length > FIELD_LIMIT) throw appError('PAYLOAD_TOO_LARGE');
      // A letter of several bytes may be cut between pieces: bytes are joined first, read as UTF-8 at the end.
      draft.fields[first.name] = known + first.bytes.toString('latin1');
    }
  }
  for (const [name, value] of Object.entries(draft.fields)) draft.fields[name] = textOf(Buffer.from(value, 'latin1'));
  if (spooled) draft.name = draft.fields.name ?? '';
}

async function* fileBytes(
  first: { bytes: Buffer; last: boolean },
  pieces: AsyncIterator<{ bytes: Buffer; last: boolean }>,
): AsyncGenerator<Buffer> {
  const decoder = base64Decoder();
  yield decoder.push(first.bytes);
  for (let { last } = first; !last;) {
    const turn = await pieces.next();
    if (turn.done) break;
    yield decoder.push(turn.value.bytes);
    last = turn.value.last;
  }
  yield decoder.end();
}

const tooLarge = (limit: number) => appError('file.tooLarge', { values: { limit: megabytes(limit) } });

function inOurTerms(error: unknown, limit: number): unknown {
  const { code, message = '' } = error as { code?: string; message?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(limit);
  if (code === 'FST_FILES_LIMIT') return appError('file.several', { at: 'file' });
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') return tooManyFields();
  if (code?.startsWith('FST_') || /multipart|terminated early|Premature close|aborted|Malformed/i.test(message))
    return appError('form');
  return error;
}
