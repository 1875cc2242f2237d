import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { updateOlderWorkspaces } from '../modules/olderWorkspaces.ts';
import type { Deps } from '../trpc/context.ts';
import { sealedFileName } from './name.ts';

/** Edition of how names are stored. 1: sealed. */
export const FILE_NAME_EDITION = 1;
/** Names that one statement seals. */
const BATCH = 1000;

/** A new workspace has no names to seal. */
export async function startNames(trx: Trx, { workspaceId }: { workspaceId: string }): Promise<void> {
  await trx
    .updateTable('workspaces')
    .set({ fileNameEdition: FILE_NAME_EDITION })
    .where('id', '=', workspaceId)
    .execute();
}

/** Seals the names of files that workspaces of an earlier release have in clear, of each completely or not at all. */
export async function sealOlderNames(deps: Deps, signal: AbortSignal): Promise<void> {
  const edition = { column: 'fileNameEdition', edition: FILE_NAME_EDITION } as const;
  await updateOlderWorkspaces(deps, edition, signal, async (trx, workspaceId) => {
    const keys = trx.selectFrom('workspaceKeys').select('id').where('workspaceId', '=', workspaceId).limit(1);
    // One that is being deleted has lost its key already; its names go with it.
    if (!(await keys.executeTakeFirst())) return;
    const key = await deps.keyring.workspaceKey(trx, workspaceId);
    for (let after = ''; ;) {
      let named = trx.selectFrom('files').select(['id', 'name']).where('workspaceId', '=', workspaceId);
      if (after !== '') named = named.where('id', '>', after);
      const rows = await named.where('name', 'is not', null).orderBy('id').limit(BATCH).execute();
      if (rows.length === 0) break;
      const ids = rows.map(({ id }) => id);
      const sealed = rows.map(({ id, name }) => sealedFileName.seal(key, id, name!));
      await sql`update files f set name = null, sealed_name = v.sealed
        from unnest(${ids}::uuid[], ${sealed}::bytea[]) as v (id, sealed)
        where f.workspace_id = ${workspaceId} and f.id = v.id`.execute(trx);
      after = ids.at(-1)!;
    }
    await startNames(trx, { workspaceId });
  });
}
