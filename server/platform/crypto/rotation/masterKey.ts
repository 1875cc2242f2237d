import { sql } from 'kysely';
import type { Trx } from '../../../../db/client.ts';
import { announceKeys } from '../../live/keys.ts';
import { AdminError } from '../../operator/workspaces.ts';
import type { Deps } from '../../trpc/context.ts';
import { wrapContext } from '../keyring.ts';
import { makeNextMasterKey, replaceMasterKeyFile } from '../masterKey.ts';
import { formerContext, type MasterKey, type MasterKeys, wrapUnder } from '../masterKeys.ts';
import { nodesWithout } from '../nodeKeys.ts';
import { resealSystem } from './resealSystem.ts';

/** Keys of workspaces that one statement wraps again. */
const BATCH = 500;

/**
 * Puts the next master key in the place of the one in use, while nodes run: the keys of all workspaces and the master
 * keys of before are wrapped under it in one transaction, then what is sealed under the one before is sealed again.
 * Where that was interrupted before the key had its file, only the rest is done. Answers lines for the operator.
 * @throws AdminError when there is no next key, or a running node does not have it; nothing was changed then
 */
export async function replaceMasterKey(deps: Deps, databaseUrl: string): Promise<string[]> {
  const { authDb, keyring, config } = deps;
  await keyring.refresh(authDb);
  const interrupted = replaceMasterKeyFile(config, keyring.masterKeyId);
  if (interrupted !== undefined)
    return finish(
      deps,
      interrupted,
      `The master key ${keyring.masterKeyId} was in use already, and is in its file now.`,
    );
  if (!config.masterKey) makeNextMasterKey(config.dataDir);
  await keyring.refresh(authDb);
  const masters = keyring.masterKeys;
  const next = await nextOf(deps, masters);
  const missing = await nodesWithout(deps, databaseUrl, next.name);
  if (missing.length > 0)
    throw new AdminError(
      `These nodes do not have the next master key ${next.name}, or did not answer: ${missing.join(', ')}. ${config.masterKey ? 'Set MASTER_KEY_NEXT there and restart them' : 'They need the same DATA_DIR'}, then run this again. Nothing was changed.`,
    );

  const former = masters.current;
  const wrapped = await authDb.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('pokpong installation'))`.execute(trx);
    const { masterKeyId } = await trx.selectFrom('installation').select('masterKeyId').executeTakeFirstOrThrow();
    if (masterKeyId !== former.name)
      throw new AdminError(`Another master key came into use meanwhile: ${masterKeyId}. Nothing was changed.`);
    const count = await wrapWorkspaceKeys(trx, masters, next);
    await wrapFormerKeys(trx, masters, { former, next, now: deps.now() });
    await trx.updateTable('installation').set({ masterKeyId: next.name }).execute();
    await announceKeys(trx);
    return count;
  });
  replaceMasterKeyFile(config, next.name);
  await keyring.refresh(authDb);
  return finish(
    deps,
    former.name,
    `The master key ${next.name} is in use; it replaced ${former.name}. ${wrapped} keys of workspaces are under it.`,
  );
}

/** Seals again what was sealed under the former key. Answers the lines, the first of which is `what` was done. */
async function finish(deps: Deps, former: string, what: string): Promise<string[]> {
  const { config } = deps;
  // The key is replaced: whatever happens now, the operator must learn what to keep.
  const sealed = await resealSystem(deps).then(
    (count) => `${count} mails, signing keys and settings were sealed again.`,
    (error: unknown) =>
      `Mails, signing keys and settings were not all sealed again (${String(error)}); the nodes go on with it every 15 minutes.`,
  );
  return [
    what,
    sealed,
    config.masterKey
      ? 'On every node set MASTER_KEY to the new key and remove MASTER_KEY_NEXT; until then they go on as they are.'
      : `It is ${config.dataDir}/master.key. The one before is beside it, as master.key.${former}: keep it where no backup of this folder goes, for backups that were made under it.`,
  ];
}

/** @throws AdminError */
async function nextOf({ authDb, config }: Deps, masters: MasterKeys): Promise<MasterKey> {
  const { masterKeyId } = await authDb.selectFrom('installation').select('masterKeyId').executeTakeFirstOrThrow();
  if (masterKeyId === null) throw new AdminError('No node was ever started over this database: it needs no other key.');
  if (masterKeyId !== masters.current.name)
    throw new AdminError(
      `The master key in use is ${masterKeyId}, and this is ${masters.current.name}. Give this command the key in use, as MASTER_KEY.`,
    );
  const former = await authDb.selectFrom('installationKeys').select('id').execute();
  const next = masters.configuredNext;
  if (!next)
    throw new AdminError(
      `There is no next master key. On every node set MASTER_KEY_NEXT to a new one (openssl rand -base64 32) and restart it, one node after another; then run this again with both variables.`,
    );
  const place = config.masterKey ? 'MASTER_KEY_NEXT' : 'master.key.next';
  if (next.name === masters.current.name)
    throw new AdminError(
      `${place} is the master key in use already, ${next.name}: nothing can be read without it. ${config.masterKey ? 'Set MASTER_KEY to it on every node; to replace it too, set MASTER_KEY_NEXT to a new key then' : 'Move the file to a safe place; to replace the key, run this again'}.`,
    );
  if (former.some(({ id }) => id === next.name))
    throw new AdminError(`${place} was in use before: ${next.name}. Store it elsewhere, and take a new one.`);
  return next;
}

async function wrapWorkspaceKeys(trx: Trx, masters: MasterKeys, next: MasterKey): Promise<number> {
  const rows = await trx.selectFrom('workspaceKeys').select(['workspaceId', 'id', 'wrapped']).execute();
  for (let start = 0; start < rows.length; start += BATCH) {
    const part = rows.slice(start, start + BATCH).map(({ workspaceId, id, wrapped }) => {
      const context = wrapContext(workspaceId, id);
      return { workspaceId, id, wrapped: wrapUnder(next, context, masters.open('wrap', context, wrapped)) };
    });
    await sql`update workspace_keys as k set wrapped = v.wrapped, master_key_id = ${next.name}
      from unnest(${part.map((one) => one.workspaceId)}::uuid[], ${part.map((one) => one.id)}::uuid[],
        ${part.map((one) => one.wrapped)}::bytea[]) as v (workspace_id, id, wrapped)
      where k.workspace_id = v.workspace_id and k.id = v.id`.execute(trx);
  }
  return rows.length;
}

async function wrapFormerKeys(
  trx: Trx,
  masters: MasterKeys,
  { former, next, now }: { former: MasterKey; next: MasterKey; now: Date },
): Promise<void> {
  for (const { id, wrapped } of await trx.selectFrom('installationKeys').select(['id', 'wrapped']).execute()) {
    const context = formerContext(id);
    await trx
      .updateTable('installationKeys')
      .set({ wrapped: wrapUnder(next, context, masters.open('wrap', context, wrapped)) })
      .where('id', '=', id)
      .execute();
  }
  const wrapped = wrapUnder(next, formerContext(former.name), former.secret);
  await trx.insertInto('installationKeys').values({ id: former.name, wrapped, retiredAt: now }).execute();
}
