import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { EXPORTS_KEPT, OPEN_EXPORTS } from '../../../shared/export/schema.ts';

const TAKEN = [
  'id',
  'kind',
  'format',
  'locale',
  'subjectId',
  'subject',
  'input',
  'requestedBy',
  'createdAt',
  'attempts',
  'startedAt',
] as const;

/** An export that a run has started. The number of the attempt distinguishes it from a run that was given up. */
export interface Claim {
  workspaceId: string;
  id: string;
  kind: string;
  format: string;
  locale: string;
  subjectId: string | null;
  subject: string;
  input: unknown;
  requestedBy: string;
  createdAt: string;
  attempts: number;
  startedAt: string | null;
}

/** Begins an export that waits, or that a node began and did not end; undefined when it has ended or is gone. */
export async function start(trx: Trx, workspaceId: string, id: string, at: Date): Promise<Claim | undefined> {
  const row = await trx
    .updateTable('exports')
    .set((eb) => ({
      status: 'running',
      attempts: eb('attempts', '+', 1),
      startedAt: at,
      done: 0,
      total: null,
      errorCode: null,
    }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('status', 'in', [...OPEN_EXPORTS])
    .returning(TAKEN)
    .executeTakeFirst();
  return row && { ...row, workspaceId };
}

/** The row as long as it is still this run's. */
const mine = (trx: Trx, { workspaceId, id, attempts, startedAt }: Claim) =>
  trx
    .updateTable('exports')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('attempts', '=', attempts)
    .where('startedAt', '=', startedAt);

export async function progressed(trx: Trx, claim: Claim, done: number, total: number | null): Promise<boolean> {
  const result = await mine(trx, claim)
    .set({ done, ...(total === null ? {} : { total }) })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function finish(trx: Trx, claim: Claim, fileId: string, at: Date): Promise<boolean> {
  const result = await mine(trx, claim)
    .set({
      status: 'done',
      fileId,
      finishedAt: at,
      done: sql`coalesce(total, done)`,
      total: sql`coalesce(total, done)`,
    })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function fail(trx: Trx, claim: Claim, errorCode: string, at: Date): Promise<boolean> {
  const result = await mine(trx, claim).set({ status: 'failed', errorCode, finishedAt: at }).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Lets another node begin it, with nothing done. */
export async function giveBack(trx: Trx, claim: Claim, attempts: number): Promise<void> {
  await mine(trx, claim).set({ status: 'waiting', done: 0, total: null, attempts }).execute();
}

/**
 * Finished exports of the same record that are older than the newest ones; locked, so that two runs never remove the
 * same.
 */
export const outdated = (
  trx: Trx,
  { workspaceId, kind, subjectId }: Pick<Claim, 'workspaceId' | 'kind' | 'subjectId'>,
): Promise<{ id: string; fileId: string | null }[]> =>
  trx
    .selectFrom('exports')
    .select(['id', 'fileId'])
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', kind)
    .where('subjectId', subjectId === null ? 'is' : '=', subjectId)
    .where('status', '=', 'done')
    .orderBy('finishedAt', 'desc')
    .orderBy('id', 'desc')
    .offset(EXPORTS_KEPT)
    .forUpdate()
    .skipLocked()
    .execute();

export async function remove(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx.deleteFrom('exports').where('workspaceId', '=', workspaceId).where('id', '=', id).execute();
}

/** Parts an export from its file, if it still has that file. */
export async function forgetFile(trx: Trx, workspaceId: string, id: string, fileId: string): Promise<boolean> {
  const result = await trx
    .updateTable('exports')
    .set({ fileId: null })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('fileId', '=', fileId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The kind of an export; undefined for one that is not there. */
export const kindOf = async (trx: Trx, workspaceId: string, id: string): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('exports')
      .select('kind')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.kind;

/** Writes which state of the record the document is of: the hash of server/modules/approvalLine/material.ts. */
export async function keepRecordHash(trx: Trx, workspaceId: string, id: string, recordSha256: string): Promise<void> {
  await trx
    .updateTable('exports')
    .set({ recordSha256 })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
