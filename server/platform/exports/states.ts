import type { Trx } from '../../../db/client.ts';
import { type ExportKind, RECENT_EXPORTS } from '../../../shared/export/schema.ts';
import { systemActor } from '../actor.ts';
import type { Deps } from '../trpc/context.ts';
import { transitionIfOpen } from '../workflow/workflow.ts';
import { exportWorkflow, type MovingExport } from './workflow.ts';

/** An export that a run has started. */
export interface Claim extends MovingExport {
  workspaceId: string;
  locale: string;
  subjectId: string | null;
  input: unknown;
  /** Of the key of the program that asked for it; null: a person did. */
  scopes: readonly string[] | null;
  createdAt: string;
}

/** Locks an export for this transaction. */
export const locked = (trx: Trx, workspaceId: string, id: string) =>
  trx
    .selectFrom('exports')
    .select(['id', 'status', 'kind', 'format', 'locale', 'subjectId', 'subject', 'input', 'requestedBy', 'createdAt'])
    .select(['attempts', 'startedAt', 'scopes'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Starts an export that waits, or that a stopped node left running; undefined where it has ended or does not exist. */
export async function start(trx: Trx, deps: Deps, workspaceId: string, id: string): Promise<Claim | undefined> {
  const row = await locked(trx, workspaceId, id);
  const actor = systemActor(deps, workspaceId);
  if (!row || !(await transitionIfOpen(trx, actor, exportWorkflow, row, 'start', {}))) return undefined;
  return {
    ...row,
    workspaceId,
    status: 'running',
    attempts: row.attempts + 1,
    startedAt: actor.at.toISOString(),
  };
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
    .offset(RECENT_EXPORTS)
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
    .set({ fileId: null, fileName: null })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('fileId', '=', fileId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The kind of an export, who requested it and how far they read; undefined for one that is not there. */
export const originOf = (
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<{ kind: string; requestedBy: string; allRecords: boolean } | undefined> =>
  trx
    .selectFrom('exports')
    .select(['kind', 'requestedBy', 'allRecords'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Which state of its record a document is of. */
interface RecordState {
  /** Of the content, as the module of the record computes it. */
  readonly recordSha256: string;
  /** The published version; 0 where there was none yet. */
  readonly recordVersion: number;
  /** Whether it is of the draft after that version. */
  readonly recordFromDraft: boolean;
}

/** Writes which state of the record the document is of. */
export async function keepRecordState(trx: Trx, workspaceId: string, id: string, state: RecordState): Promise<void> {
  await trx.updateTable('exports').set(state).where('workspaceId', '=', workspaceId).where('id', '=', id).execute();
}

/** Which exports of a record get another hash of the same state of it. */
interface ReplacedHashes {
  readonly kind: ExportKind;
  readonly subjectId: string;
  readonly former: readonly string[];
  readonly recordSha256: string;
}

/** Gives documents of a record the hash by which their state of it is found from now on. */
export async function replaceRecordHashes(
  trx: Trx,
  workspaceId: string,
  { kind, subjectId, former, recordSha256 }: ReplacedHashes,
): Promise<void> {
  await trx
    .updateTable('exports')
    .set({ recordSha256 })
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('recordSha256', 'in', former)
    .execute();
}
