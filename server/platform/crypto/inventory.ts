import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type {
  KeyInventory,
  listWorkspaceKeys,
  replaceWorkspaceKeyInput,
  WorkspaceKeyRow,
} from '../../../shared/crypto/keys.ts';
import type { List } from '../../../shared/list.ts';
import { actorOf } from '../actor.ts';
import { placesNamed } from '../auth/places.ts';
import { compared, pageOfRows } from '../list/rows.ts';
import { appError } from '../errors.ts';
import type { SignedInContext, WorkspaceContext } from '../trpc/context.ts';
import { replaceWorkspaceKey } from './rotation/workspaceKey.ts';

const thai = new Intl.Collator('th');
const ORDER = {
  name: (a: WorkspaceKeyRow, b: WorkspaceKeyRow) => thai.compare(a.name, b.name),
  activeFrom: (a: WorkspaceKeyRow, b: WorkspaceKeyRow) => compared(a.activeFrom, b.activeFrom),
};

/** The keys of the workspaces that the caller administers: which encrypts, and how far its replacement is. */
export async function listKeys(
  ctx: SignedInContext,
  input: z.output<typeof listWorkspaceKeys>,
): Promise<List<WorkspaceKeyRow>> {
  const { ws, query, state } = input;
  const places = await placesNamed(ctx, ws, query);
  const rows: WorkspaceKeyRow[] = [];
  for (const place of places) rows.push(await readKey(place));
  return pageOfRows(
    rows.filter((row) => state === 'ALL' || row.state === state),
    input,
    ORDER,
  );
}

const readKey = ({ workspace, read }: WorkspaceContext): Promise<WorkspaceKeyRow> =>
  read(async (trx) => {
    const { rotationId, startedBy, total, done, failed, finishedAt, keys, ...key } = await keyOf(trx, workspace.id);
    const rotation =
      rotationId === null ? null : { startedBy, total, done: done ?? 0, failed: failed ?? 0, finishedAt };
    return { id: workspace.id, name: workspace.name, ...key, olderKeys: keys - 1, state: stateOf(rotation), rotation };
  });

function stateOf(rotation: WorkspaceKeyRow['rotation']): WorkspaceKeyRow['state'] {
  if (rotation && rotation.finishedAt === null) return 'replacing';
  return rotation && rotation.failed > 0 ? 'incomplete' : 'current';
}

/**
 * The newest key of a workspace and its latest replacement in one statement: an organisation may have many workspaces.
 */
const keyOf = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('workspaceKeys as k')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('keyRotations as one')
          .leftJoin('personnel as p', (join) =>
            join.onRef('p.workspaceId', '=', 'one.workspaceId').onRef('p.id', '=', 'one.startedBy'),
          )
          .whereRef('one.workspaceId', '=', 'k.workspaceId')
          .select(['one.id', 'p.name as startedBy', 'one.total', 'one.done', 'one.failed', 'one.finishedAt'])
          .orderBy('one.startedAt', 'desc')
          .orderBy('one.id', 'desc')
          .limit(1)
          .as('r'),
      (join) => join.onTrue(),
    )
    .select(['k.id as keyId', 'k.activeFrom'])
    .select(['r.id as rotationId', 'r.startedBy', 'r.total', 'r.done', 'r.failed', 'r.finishedAt'])
    .select(({ selectFrom, fn }) =>
      selectFrom('workspaceKeys as every')
        .whereRef('every.workspaceId', '=', 'k.workspaceId')
        .select(fn.countAll<number>().as('keys'))
        .$asScalar()
        .$notNull()
        .as('keys'),
    )
    .where('k.workspaceId', '=', workspaceId)
    .orderBy('k.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

/** Gives a workspace of the caller a new key. @throws AppError 404; 409 while its key is being replaced */
export async function replaceKey(
  ctx: SignedInContext,
  { ws, id }: z.output<typeof replaceWorkspaceKeyInput>,
): Promise<void> {
  const place = (await placesNamed(ctx, ws)).find(({ workspace }) => workspace.id === id);
  if (!place) throw appError('workspace.notFound');
  await place.transaction((trx) => replaceWorkspaceKey(trx, actorOf(place), place.deps));
}

/** The keys of the installation: names alone, which tell nothing of the keys. */
export async function keyInventory({ deps: { authDb, keyring, config } }: SignedInContext): Promise<KeyInventory> {
  const former = await authDb
    .selectFrom('installationKeys')
    .select(['id', 'retiredAt'])
    .orderBy('retiredAt', 'desc')
    .orderBy('id')
    .execute();
  const signing = await authDb
    .selectFrom('signingKeys')
    .select(['id', 'createdAt', 'retiredAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return {
    masterKey: {
      id: keyring.masterKeyId,
      source: config.masterKeyWrappedBy ?? (config.masterKey ? 'environment' : 'file'),
    },
    formerMasterKeys: former,
    signingKeys: signing,
  };
}
