import { randomUUIDv7 } from 'node:crypto';
import { namedOf } from '../../platform/records/names.ts';
import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { Answer, AnswerLetter } from '../../../shared/requestAnswer/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { appError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { announce } from '../request/announce.ts';
import * as requests from '../request/rows.ts';
import { seesOwn } from '../request/record.ts';
import { startsAtOpening } from './expiry.ts';
import { gatheredOf } from './gathered.ts';
import * as queries from './queries.ts';
import { sealedContents, sealedLetter } from './sealed.ts';
import { settingsOf } from './settings.ts';

export const NO_LETTER: AnswerLetter = { message: '', withheld: '' };

/** A right that the caller answers, with the rights of its request. */
export interface Answered {
  readonly request: requests.RequestRow;
  readonly rights: readonly requests.RightRow[];
  readonly right: requests.RightRow;
}

/**
 * The right of an answer; with `change`, its request is locked until the transaction ends.
 * @throws 404 for a request that the caller cannot read, 400 for a right of another one, 403 for a right of somebody
 * else
 */
export async function answered(
  trx: Trx,
  ctx: WorkspaceContext,
  { id, rightId }: { id: string; rightId: string },
  { change = false }: { change?: boolean } = {},
): Promise<Answered> {
  const ws = ctx.workspace.id;
  if (change) await requests.lock(trx, ws, id);
  const [request, rights] = await Promise.all([requests.find(trx, ws, id), requests.rightsOf(trx, ws, [id])]);
  const isOwn = (right: requests.RightRow) => right.assigneeId === ctx.personnel.id;
  const own = seesOwn(actorOf(ctx));
  if (!request || (own && !rights.some(isOwn))) throw appError('request.notFound');
  const right = rights.find((one) => one.id === rightId);
  if (!right) throw appError('request.right', { at: 'rightId' });
  if (own && !isOwn(right)) throw appError('request.notYours');
  return { request, rights, right };
}

/** Its row, inserted where there is none yet. */
export async function rowOf(
  trx: Trx,
  ctx: WorkspaceContext,
  key: WorkspaceKey,
  { request, right }: Answered,
): Promise<queries.AnswerRow> {
  const { workspaceId, personnelId, at } = actorOf(ctx);
  const there = await queries.ofRight(trx, workspaceId, right.id);
  if (there) return there;
  const id = randomUUIDv7();
  await trx
    .insertInto('requestAnswers')
    .values({
      workspaceId,
      id,
      requestId: request.id,
      requestRightId: right.id,
      letter: sealedLetter.seal(key, id, NO_LETTER),
      updatedBy: personnelId,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
  return (await queries.ofRight(trx, workspaceId, right.id))!;
}

/** The answer of a right, for its panel. */
export async function viewOf(trx: Trx, ctx: WorkspaceContext, { right }: Answered): Promise<Answer> {
  const ws = ctx.workspace.id;
  const [settings, row] = await Promise.all([settingsOf(trx, ws), queries.ofRight(trx, ws, right.id)]);
  const key = await ctx.deps.keyring.workspaceKey(trx, ws);
  const found = await gatheredOf(trx, key, { workspaceId: ws, right }, { leftOut: row?.leftOut ?? [] });
  const gathered = {
    isOutdated: found.isOutdated,
    files: found.files.map(({ part, name, file, leftOut }) => ({
      part,
      name: name.split('/').at(-1)!,
      size: Number(file.size),
      fileId: file.id,
      leftOut,
    })),
  };
  if (!row)
    return {
      id: null,
      ...NO_LETTER,
      files: [],
      gathered,
      status: 'DRAFT',
      progress: 0,
      failure: null,
      package: null,
      readyAt: null,
      expiresAt: null,
      downloads: 0,
      downloadLimit: settings.downloadLimit,
      reads: [],
      settings,
      rowVersion: 0,
    };
  const [files, reads] = await Promise.all([queries.filesOf(trx, key, ws, row.id), queries.readsOf(trx, ws, row.id)]);
  return {
    id: row.id,
    ...sealedLetter.open(key, row.id, row.letter),
    files: files.map(({ id, name, type, size, originalId, redactedId }) => ({
      id,
      name,
      type,
      size,
      originalId,
      redactedId,
    })),
    gathered,
    status: row.status,
    progress: row.progress,
    failure: row.failure,
    package:
      row.packageId && row.contents && row.sha256 && row.size !== null
        ? {
            fileId: row.packageId,
            size: row.size,
            sha256: row.sha256,
            contents: sealedContents
              .open(key, row.id, row.contents)
              .map(({ name, size, sha256 }) => ({ name, size, sha256 })),
          }
        : null,
    readyAt: row.readyAt,
    expiresAt: row.status === 'READY' && (await startsAtOpening(trx, actorOf(ctx), row)) ? null : row.expiresAt,
    downloads: row.downloads,
    downloadLimit: row.downloadLimit,
    reads: reads.map(({ at, how, by, byName }) => ({ at, how: how as 'VIEW', by: namedOf(by, byName) })),
    settings,
    rowVersion: row.rowVersion,
  };
}

/** Writes a change of the answer to the activity log and to open screens. */
export const report = (
  trx: Trx,
  ctx: WorkspaceContext,
  { request, rights }: Answered,
  event: Extract<EventName, `request.answer${string}`>,
): Promise<void> => announce(trx, actorOf(ctx), { id: request.id, number: request.number, rights }, event);
