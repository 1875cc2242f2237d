import { randomUUIDv7 } from 'node:crypto';
import { type Trx, withScope } from '../../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { packageFile } from './files.ts';
import { removeFile } from '../../platform/files/service.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { announceAnswer } from './announce.ts';
import * as queries from './queries.ts';

/** Removes the package of an answer with all that was made for it; the caller says what becomes of the answer. */
export async function dropPackage(
  trx: Trx,
  deps: Pick<Deps, 'files'>,
  workspaceId: string,
  { id }: Pick<queries.AnswerRow, 'id'>,
): Promise<void> {
  await trx
    .updateTable('requestAnswers')
    .set({ status: 'WITHDRAWN', packageId: null, contents: null, sha256: null, size: null, expiresAt: null })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  const packed = await trx
    .selectFrom('files')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('ownerKind', '=', packageFile.kind)
    .where('ownerId', '=', id)
    .execute();
  for (const file of packed) await removeFile(trx, deps, { workspaceId, fileId: file.id });
}

/** Notes that an answer was taken: when and how, and by whom where staff gave it out. */
export async function noteRead(
  trx: Trx,
  { workspaceId, personnelId, at }: Actor,
  answerId: string,
  how: 'DOWNLOAD' | 'VIEW' | 'STAFF',
): Promise<void> {
  await trx
    .insertInto('requestAnswerReads')
    .values({ workspaceId, id: randomUUIDv7(), answerId, how, by: personnelId, at })
    .execute();
}

/** Removes packages whose time is over, in every workspace; how many. */
export async function expirePackages(deps: Deps, signal: AbortSignal): Promise<number> {
  const workspaces = await deps.authDb.selectFrom('workspaces').select('id').orderBy('id').execute();
  let removed = 0;
  for (const { id: workspaceId } of workspaces) {
    if (signal.aborted) break;
    const due = await withScope(deps.db, { workspaceId }, (trx) =>
      trx
        .selectFrom('requestAnswers')
        .select('id')
        .where('workspaceId', '=', workspaceId)
        .where('status', '=', 'READY')
        .where('expiresAt', '<=', deps.now().toISOString())
        .execute(),
    );
    for (const { id } of due)
      await transact(deps, { workspaceId }, async (trx) => {
        const row = await queries.locked(trx, workspaceId, id);
        if (row?.status !== 'READY') return;
        await dropPackage(trx, deps, workspaceId, row);
        await trx
          .updateTable('requestAnswers')
          .set((eb) => ({ status: 'EXPIRED', expiresAt: row.expiresAt, rowVersion: eb('rowVersion', '+', 1) }))
          .where('workspaceId', '=', workspaceId)
          .where('id', '=', id)
          .execute();
        await announceAnswer(deps, trx, { workspaceId, requestId: row.requestId }, 'request.answerExpired');
        removed += 1;
      });
  }
  return removed;
}
