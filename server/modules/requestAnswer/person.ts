import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { MINUTE } from '../../../shared/duration.ts';
import { mustConfirmAgain, DECIDED } from '../../../shared/request/stage.ts';
import { FRESH_MINUTES, type readyAnswers, type takeAnswer } from '../../../shared/requestAnswer/person.ts';
import type { inSession } from '../../../shared/requestIdentity/schema.ts';
import { appError } from '../../platform/errors.ts';
import type { StoredFile } from '../../platform/files/bytes.ts';
import { nameOfFile } from '../../platform/files/name.ts';
import { readStored } from '../../platform/files/service.ts';
import { type RequestContext, transact } from '../../platform/trpc/context.ts';
import * as requests from '../request/rows.ts';
import { asSubject, type DataSubject } from '../requestIdentity/access.ts';
import { announceAnswer } from './announce.ts';
import { isExpiredAt, openableUntil } from './expiry.ts';
import { noteRead } from './packages.ts';
import * as queries from './queries.ts';
import { sealedContents } from './sealed.ts';
import { expiryOf } from './workflow.ts';

/** Whether the code was entered recently enough to open personal data. */
const isFresh = ({ codeEnteredAt, at }: DataSubject): boolean =>
  at.getTime() - codeEnteredAt.getTime() <= FRESH_MINUTES * MINUTE;

/** Downloadable answers of a request, with their rights: none while somebody must be confirmed again. */
async function readyOf(trx: Trx, subject: DataSubject) {
  const { workspaceId, requestId } = subject;
  const rights = await requests.rightsOf(trx, workspaceId, [requestId]);
  const request = await requests.find(trx, workspaceId, requestId);
  if (!request || mustConfirmAgain({ ...request, rights })) return [];
  const found = [];
  for (const right of rights.filter(({ stage }) => DECIDED.includes(stage))) {
    const answer = await queries.ofRight(trx, workspaceId, right.id);
    if (answer?.status !== 'READY' || !answer.contents) continue;
    const until = await openableUntil(trx, subject, answer);
    if (until) found.push({ right, answer, until, contents: answer.contents });
  }
  return found;
}

/** The data subject's ready answers, until when, and how often they can still be downloaded. @throws 401 */
export const ready = (
  ctx: RequestContext,
  { session }: z.output<typeof inSession>,
): Promise<z.input<typeof readyAnswers>> =>
  asSubject(ctx, session, async (trx, subject) => {
    const key = await subject.deps.keyring.workspaceKey(trx, subject.workspaceId);
    return {
      isFresh: isFresh(subject),
      answers: (await readyOf(trx, subject)).map(({ right, answer, until, contents }) => ({
        rightId: right.id,
        name: { th: right.nameTh, en: right.nameEn },
        expiresAt: until.toISOString(),
        downloadsLeft: Math.max(0, answer.downloadLimit - answer.downloads),
        size: answer.size ?? 0,
        sha256: answer.sha256 ?? '',
        // The letter is offered twice: as a page, and as a download.
        files: sealedContents
          .open(key, answer.id, contents)
          .map(({ name, type, size }, place) => ({ place, name, type, size })),
      })),
    };
  });

/** A download of an answer. */
export interface SentFile {
  readonly file: StoredFile;
  readonly name: string;
  readonly type: string;
  readonly bytes: Readable;
}
type Wanted = Omit<z.output<typeof takeAnswer>, 'session'>;

/**
 * Downloads the archive of an answer, which counts, or one of its files for reading. The days of an answer that nobody
 * knew of start at its first opening. Nothing counts, and nothing is recorded as read, before the file store has
 * answered; it may take its time, so no transaction waits for it.
 * @throws 401; 403 `requestAnswer.codeAgain` where the code was entered too long ago; 404 where nothing is ready; 409
 * `requestAnswer.usedUp`; like `readStored`
 */
export async function take(
  ctx: RequestContext,
  { session, ...wanted }: z.output<typeof takeAnswer>,
): Promise<SentFile> {
  const { subject, file } = await asSubject(ctx, session, async (trx, subject) => ({
    subject,
    file: (await openable(trx, subject, wanted)).file,
  }));
  const bytes = await readStored(ctx.deps, file);
  try {
    const { workspaceId } = subject;
    return { ...(await transact(ctx.deps, { workspaceId }, (trx) => note(trx, subject, wanted, file))), bytes };
  } catch (error) {
    bytes.destroy();
    throw error;
  }
}

/** A file of an answer that the data subject may open now; the answer is locked. @throws 403, 404, 409 as `take` */
async function openable(trx: Trx, subject: DataSubject, { rightId, place }: Wanted) {
  const { workspaceId } = subject;
  if (!isFresh(subject)) throw appError('requestAnswer.codeAgain', { values: { minutes: FRESH_MINUTES } });
  const found = (await readyOf(trx, subject)).find(({ right }) => right.id === rightId);
  const answer = found && (await queries.locked(trx, workspaceId, found.answer.id));
  if (!answer?.packageId || !answer.contents) throw appError('requestAnswer.fileNotFound');
  const key = await subject.deps.keyring.workspaceKey(trx, workspaceId);
  const part = place === null ? null : sealedContents.open(key, answer.id, answer.contents)[place];
  if (part === undefined) throw appError('requestAnswer.fileNotFound');
  const file = await queries.storedFile(trx, workspaceId, part?.fileId ?? answer.packageId);
  if (!file) throw appError('requestAnswer.fileNotFound');
  if (part === null && answer.downloads >= answer.downloadLimit) throw appError('requestAnswer.usedUp');
  return {
    answer,
    file,
    name: part?.name.split('/').at(-1) ?? nameOfFile(key, file.id, file),
    type: part?.type ?? file.type,
  };
}

/** Counts and records that a file is sent. @throws as `openable`; 404 where another file has come in its place */
async function note(trx: Trx, subject: DataSubject, wanted: Wanted, { id }: StoredFile) {
  const { workspaceId, requestId } = subject;
  const { answer, file, name, type } = await openable(trx, subject, wanted);
  if (file.id !== id) throw appError('requestAnswer.fileNotFound');
  const isArchive = wanted.place === null;
  if (isArchive)
    await trx
      .updateTable('requestAnswers')
      .set((eb) => ({ downloads: eb('downloads', '+', 1) }))
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', answer.id)
      .execute();
  if (isExpiredAt(answer, subject.at))
    await trx
      .updateTable('requestAnswers')
      .set({ expiresAt: expiryOf(answer, subject.at) })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', answer.id)
      .execute();
  await noteRead(trx, subject, answer.id, isArchive ? 'DOWNLOAD' : 'VIEW');
  await announceAnswer(subject.deps, trx, { workspaceId, requestId }, 'request.answerTaken');
  return { file, name, type };
}
