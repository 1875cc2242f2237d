import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { megabyte, WAITING_LIMIT } from '../../../shared/file.ts';
import {
  REQUEST_ATTACHMENT,
  type RequestSubmission,
  type startUpload,
  type StartedUpload,
  type UploadState,
} from '../../../shared/requestSubmission/schema.ts';
import { countedAddress } from '../../platform/auth/throttle.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { asAppError, appError } from '../../platform/errors.ts';
import { gatherFile, type ReceivedFile } from '../../platform/files/receive.ts';
import { attachFile, keepFile } from '../../platform/files/service.ts';
import { idOf } from '../../platform/publicPage/request.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import type { LiveRequestForm } from '../requestForm/service.ts';
import { sealedName, sealedPart } from './sealed.ts';
import { attachment } from '../request/files.ts';
import { countUpload } from './limits.ts';
import * as queries from './uploadQueries.ts';

/** Maximum bytes of a part: a slow connection can send one before the call times out. */
export const PART_LIMIT: number = megabyte(0.25);
/** Maximum bytes that one address announces for a form at once: five of the largest files. */
const SENDER_LIMIT: number = megabyte(100);
const TOKEN_BYTES = 24;
/**
 * How long one call may assemble and check a file before another begins anew, ms; and when to ask again meanwhile, s.
 */
const FINISHING_MS = 120_000;
const ASK_AGAIN_SECONDS = 2;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const urlOf = (workspaceId: string, id: string): string => `/api/v1/${workspaceId}/dsrm-request-uploads/${id}`;

/** Identifies the upload of a call. */
interface Named {
  readonly workspaceId: string;
  readonly id: string;
  readonly token: string;
}

const stateOf = (
  workspaceId: string,
  { id, received, size, fileId }: Omit<queries.UploadRow, 'name' | 'finishingUntil'>,
): UploadState => ({
  received,
  size,
  part: PART_LIMIT,
  url: fileId ? urlOf(workspaceId, id) : '',
});

/**
 * Starts an upload.
 * @param ip address of the sender, of which a keyed hash is stored until the upload is deleted
 * @throws 429 where the uploads of a form have sent, or this address has announced, more than usual
 */
export function start(
  deps: Deps,
  form: LiveRequestForm,
  { name, size }: z.output<typeof startUpload>,
  ip: string,
): Promise<StartedUpload> {
  const { workspaceId, key } = form;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const sender = deps.keyring.hmac('requestUploads.sender', `${form.id} ${countedAddress(ip)}`);
  return transact(deps, form, async (trx) => {
    // Calls of one address that arrive together must not all find the same room.
    await oneAtATime(trx, workspaceId, `uploads of ${sender}`);
    await requireRoom(trx, form, size);
    if ((await queries.reservedBytes(trx, workspaceId, sender)) + size > SENDER_LIMIT)
      throw appError('requestSubmission.uploadsFull');
    const id = randomUUIDv7();
    await queries.insert(trx, {
      workspaceId,
      id,
      requestFormId: form.id,
      token: hashOf(token),
      name: sealedName.seal(key, id, name),
      size,
      sender,
      createdAt: deps.now(),
      progressedAt: deps.now(),
    });
    const fresh = { id, requestFormId: form.id, received: 0, size, fileId: null };
    return { ...stateOf(workspaceId, fresh), uploadId: id, token };
  });
}

/**
 * Of a form counts what was received: bytes that are announced and never sent keep nobody out.
 * @throws 429
 */
async function requireRoom(
  trx: Trx,
  { workspaceId, id }: Pick<LiveRequestForm, 'workspaceId' | 'id'>,
  more: number,
): Promise<void> {
  if ((await queries.receivedBytes(trx, workspaceId, id)) + more > WAITING_LIMIT)
    throw appError('requestSubmission.uploadsFull');
}

/** @throws 404 for an upload that does not exist, or has another token: the answer does not tell them apart */
async function found(
  trx: Trx,
  { workspaceId, id, token }: Named,
  options?: { lock: boolean },
): Promise<queries.UploadRow> {
  const row = await queries.find(trx, workspaceId, { id, token: hashOf(token) }, options);
  if (!row) throw appError('requestSubmission.noUpload');
  return row;
}

/** The progress of an upload. @throws 404 */
export const state = (deps: Deps, named: Named): Promise<UploadState> =>
  transact(deps, named, async (trx) => stateOf(named.workspaceId, await found(trx, named)));

/**
 * Stores a part. A part that was already received, or starts elsewhere, changes nothing: the answer states where to
 * continue. After the last part the file is assembled and its content checked, by one call at a time.
 * @throws 404; 400 for more bytes than announced; 429 where the uploads of the form are too many or too much, and while
 * another call finishes the upload; the errors of `keepFile`, after which the upload is deleted
 */
export async function add(deps: Deps, named: Named, offset: number, bytes: Buffer): Promise<UploadState> {
  const { workspaceId, id } = named;
  const after = await transact(deps, named, async (trx) => {
    const row = await found(trx, named, { lock: true });
    if (offset !== row.received || bytes.length === 0 || row.fileId) return claim(deps, trx, named, row);
    const received = row.received + bytes.length;
    if (received > row.size) throw appError('requestSubmission.uploadPart', { at: 'upload-offset' });
    await requireRoom(trx, { workspaceId, id: row.requestFormId }, bytes.length);
    if (offset === 0) await countUpload(deps, { workspaceId, id: row.requestFormId });
    const key = await deps.keyring.workspaceKey(trx, workspaceId);
    const partId = randomUUIDv7();
    const content = sealedPart.seal(key, partId, bytes.toString('base64'));
    const part = { workspaceId, id: partId, uploadId: id, start: offset, content };
    await queries.addPart(trx, part, { received, progressedAt: deps.now() });
    return claim(deps, trx, named, { ...row, received });
  });
  if (after.received < after.size || after.fileId) return stateOf(workspaceId, after);
  return stateOf(workspaceId, { ...after, fileId: await finish(deps, named, after) });
}

/**
 * Of a complete upload, reserves for this call to finish it.
 * @returns the row, with the time until which this call alone may
 * @throws 429 while another one does
 */
async function claim(
  { now }: Pick<Deps, 'now'>,
  trx: Trx,
  { workspaceId, id }: Named,
  row: queries.UploadRow,
): Promise<queries.UploadRow> {
  if (row.received < row.size || row.fileId) return row;
  const at = now().getTime();
  if (row.finishingUntil !== null && Date.parse(row.finishingUntil) > at)
    throw appError('requestSubmission.uploadFinishing', { details: { seconds: ASK_AGAIN_SECONDS } });
  const until = new Date(at + FINISHING_MS);
  await queries.setFinishing(trx, workspaceId, id, until);
  return { ...row, finishingUntil: until.toISOString() };
}

/**
 * Assembles the parts and stores them as a file. Where the call took too long, the next one may have finished before
 * it: then that one's file counts, and ours is swept.
 */
async function finish(deps: Deps, named: Named, row: queries.UploadRow): Promise<string> {
  try {
    const received = await gather(deps, named, row);
    try {
      const { workspaceId, id } = named;
      const file = await keepFile(deps, { workspaceId, uploadedBy: null, kind: REQUEST_ATTACHMENT }, received);
      await transact(deps, named, (trx) => queries.setFile(trx, workspaceId, id, file.id));
      return file.id;
    } finally {
      await received.dispose();
    }
  } catch (error) {
    const fileId = await transact(deps, named, (trx) => giveUp(trx, named, row, error));
    if (fileId === null) throw error;
    return fileId;
  }
}

/** The parts of an upload, assembled on disk. */
async function gather(deps: Deps, named: Named, { name, size }: queries.UploadRow): Promise<ReceivedFile> {
  const { workspaceId, id } = named;
  const key = await transact(deps, named, (trx) => deps.keyring.workspaceKey(trx, workspaceId));
  const pieces = async function* () {
    for (let start = 0; start < size;) {
      const part = await transact(deps, named, (trx) => queries.partAt(trx, workspaceId, id, start));
      if (!part) throw appError('requestSubmission.noUpload');
      const bytes = Buffer.from(sealedPart.open(key, part.id, part.content), 'base64');
      start += bytes.length;
      yield bytes;
    }
  };
  return gatherFile(deps.config.dataDir, sealedName.open(key, id, name), pieces());
}

/**
 * Ends a try that failed: deletes a refused upload, and lets the next call try again where something did not answer. A
 * call that has lost its turn changes nothing: the upload is another one's by then, or finished.
 * @returns the file of an upload that another call has finished; null where there is none
 */
async function giveUp(
  trx: Trx,
  { workspaceId, id, token }: Named,
  { finishingUntil }: queries.UploadRow,
  error: unknown,
): Promise<string | null> {
  const now = await queries.find(trx, workspaceId, { id, token: hashOf(token) }, { lock: true });
  if (!now || now.fileId) return now?.fileId ?? null;
  if (now.finishingUntil === null || Date.parse(now.finishingUntil) !== Date.parse(finishingUntil!)) return null;
  // A refused file stays refused; a store that does not answer is tried again.
  const refusal = asAppError(error);
  if (refusal && refusal.status !== 'SERVICE_UNAVAILABLE') await queries.remove(trx, workspaceId, id);
  else await queries.setFinishing(trx, workspaceId, id, null);
  return null;
}

/** Deletes an upload. Its file, if there is one, is swept. @throws 404 */
export const remove = (deps: Deps, named: Named): Promise<UploadState> =>
  transact(deps, named, async (trx) => {
    const row = await found(trx, named, { lock: true });
    await queries.remove(trx, named.workspaceId, named.id);
    return { ...stateOf(named.workspaceId, row), received: 0, url: '' };
  });

/**
 * Attaches the file of an upload to the request that is being stored. @throws 400 at `requestedAttachment` for an
 * upload that is not the sender's, is incomplete, or is of another form
 */
export async function attach(
  trx: Trx,
  { workspaceId, id: formId }: Pick<LiveRequestForm, 'workspaceId' | 'id'>,
  { requestedAttachment, uploadToken = '' }: Pick<RequestSubmission, 'requestedAttachment' | 'uploadToken'>,
  requestId: string,
): Promise<void> {
  if (requestedAttachment === '') return;
  const id = idOf(requestedAttachment.split('/').at(-1));
  const row =
    id && requestedAttachment.endsWith(urlOf(workspaceId, id))
      ? await queries.find(trx, workspaceId, { id, token: hashOf(uploadToken) }, { lock: true })
      : undefined;
  if (!row?.fileId || row.requestFormId !== formId)
    throw appError('requestSubmission.attachment', { at: 'requestedAttachment' });
  await queries.remove(trx, workspaceId, row.id);
  await attachFile(trx, attachment, {
    workspaceId,
    ownerId: requestId,
    fileId: row.fileId,
    by: null,
    field: 'requestedAttachment',
  });
}
