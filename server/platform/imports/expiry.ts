import type { Trx } from '../../../db/client.ts';
import { OPEN } from '../../../shared/import/schema.ts';
import { removeFile } from '../files/remove.ts';
import { eachRow } from '../jobs/eachRow.ts';
import type { Schedule } from '../jobs/schedules.ts';
import { emit } from '../live/emit.ts';
import { transition } from '../workflow/workflow.ts';
import { importKindOf } from './importKind.ts';
import { bare } from './sealed.ts';
import type { Counts, ImportStore, Stored } from './store.ts';
import type { ImportActor } from './workflow.ts';

const BATCH = 100;

/**
 * Removes what is left of the file of an import: its table, its rejected rows, and what its row quotes of them. One
 * that waits for its user is given up with it. The caller has locked the import, and no job is at work.
 */
export async function removeFiles<Mapping, Summary extends Counts>(
  trx: Trx,
  actor: ImportActor,
  store: ImportStore<Mapping, Summary>,
  before: Stored<Mapping, Summary>,
): Promise<void> {
  const { id, status, attempts } = before;
  const { workspaceId, personnelId, at } = actor;
  const sheet = bare(before.sheet);
  if (OPEN.includes(status)) await transition(trx, actor, store.workflow, before, 'cancel', { sheet });
  else {
    await store.update(trx, { workspaceId, id, at }, { sheet, problems: [], filesUntil: null }, attempts);
    await emit(trx, actor, {
      event: store.progressed,
      entityId: id,
      recipients: [...new Set([personnelId, before.requestedBy.id])],
    });
  }
  const { table, rejects } = store.files;
  // Only its own: whoever uploaded a file that it gave up before can use that for another import.
  const files = await trx
    .selectFrom('files')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('ownerKind', 'in', [table.kind, rejects.kind])
    .where('ownerId', '=', id)
    .execute();
  for (const file of files) await removeFile(trx, { workspaceId, fileId: file.id });
}

/** Removes the files of imports that have had their time. */
export const expireImports: Schedule = {
  name: 'imports.expire',
  cron: '11-59/15 * * * *',
  run: (deps, signal) =>
    eachRow(deps, signal, {
      order: ['filesUntil', 'id'],
      read: ({ position, isNext }) =>
        deps.systemDb
          .selectFrom('imports')
          .select(['workspaceId', 'id', position.as('position')])
          .where('filesUntil', '<=', deps.now().toISOString())
          .where(isNext)
          .orderBy('filesUntil')
          .orderBy('id')
          .limit(BATCH)
          .execute(),
      limit: BATCH,
      failed: 'the files of an import could not be removed; it is tried again',
      work: async ({ workspaceId, id }) =>
        (await (await importKindOf(deps, workspaceId, id))?.expire(deps, workspaceId, id)) ?? false,
    }),
};
