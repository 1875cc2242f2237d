import type { Trx } from '../../../../db/client.ts';
import type { Actor } from '../../actor.ts';
import { appError } from '../../errors.ts';
import { emit } from '../../live/emit.ts';
import { announceKeys } from '../../live/keys.ts';
import type { Deps } from '../../trpc/context.ts';

/** A new key seals after this time: by then every node has learned of it, or lost the database. */
const LEARN_MS = 15_000;

/**
 * Gives a workspace a new data key, and leaves a job that encrypts again what the older ones encrypted. Answers the id
 * of the key.
 * @throws AppError 409 while the keys are being replaced already
 */
export async function replaceWorkspaceKey(
  trx: Trx,
  { workspaceId, personnelId, at }: Actor,
  { keyring, jobs }: Pick<Deps, 'keyring' | 'jobs'>,
): Promise<string> {
  const workspace = await trx
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const running = await trx
    .selectFrom('keyRotations')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  if (running) throw appError('crypto.keyBeingReplaced');
  // By the real clock: nodes decide by it which key seals.
  const activeFrom = new Date(Date.now() + LEARN_MS);
  const id = await keyring.createWorkspaceKey(trx, workspaceId, at, activeFrom);
  await trx.insertInto('keyRotations').values({ workspaceId, id, startedBy: personnelId, startedAt: at }).execute();
  await jobs.send(trx, 'key.rekey', { workspaceId, id }, { key: id });
  await announceKeys(trx);
  await emit(
    trx,
    { workspaceId, personnelId, at },
    { event: 'crypto.keyReplaced', entityId: workspaceId, subject: workspace.name },
  );
  return id;
}
