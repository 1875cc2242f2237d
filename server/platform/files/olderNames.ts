import { sql } from 'kysely';
import type { SeedPart } from '../modules/seed.ts';
import { sealedFileName } from './name.ts';

/** Names that one statement seals. */
const BATCH = 1000;

/** Edition of how names are stored. 1: sealed; those that a workspace of an earlier release has in clear are sealed. */
export const olderNames: SeedPart = {
  column: 'fileNameEdition',
  edition: 1,
  async olderWorkspace(trx, { workspaceId }, deps) {
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
  },
};
