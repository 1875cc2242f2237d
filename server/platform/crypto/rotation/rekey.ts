import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Trx, withScope } from '../../../../db/client.ts';
import { MINUTE } from '../../../../shared/duration.ts';
import { uuidBytes } from '../../database/uuidBytes.ts';
import { rekeyFiles } from '../../files/rekey.ts';
import type { JobHandlers } from '../../jobs/engine.ts';
import { recordJob } from '../../jobs/recordJob.ts';
import { type Deps, transact } from '../../trpc/context.ts';
import { SealError } from '../envelope.ts';
import type { SealedColumn } from '../sealedColumn.ts';
import type { WorkspaceKey } from '../workspaceKey.ts';
import { advance, finish, noteTotal, Overtaken, readRotation, type Rotation, roundOf } from './progress.ts';

/** Rows of one transaction. */
const BATCH = 500;
/** Where files come in `Position.column` (progress.ts), after all columns. */
const FILES = 'files';
/**
 * So long after a key is the one that seals, what the one before sealed is committed: transactions are short
 * (docs/decisions/038), and the clocks of nodes may differ.
 */
const SETTLED_MS = MINUTE;
/** Between rounds that wait for uploads under an older key. */
const UPLOADS_MS = 5 * MINUTE;

export const jobs = {
  'key.rekey': (deps, { data, signal }) => {
    const { workspaceId, id } = recordJob.parse(data);
    return rekeyWorkspace(deps, { workspaceId, id }, signal);
  },
} satisfies JobHandlers;

declare module '../../jobs/queues.ts' {
  interface JobQueues {
    crypto: keyof typeof jobs;
  }
}

const nameOf = ({ table, column }: Pick<SealedColumn, 'table' | 'column'>): string => `${table}.${column}`;

/**
 * Encrypts again under the key `id` what older keys of the workspace encrypted: sealed columns, then files, and all of
 * them from the start until a round that began after `SETTLED_MS` finds nothing, since what was sealed before may be
 * committed behind the place of an earlier one, and no file that is still being uploaded under an older key, which
 * `awaitUploads` waits for between rounds. Ended at any place, it goes on there. A second run that is given the
 * job while the first still works shares the batches with it. Values in JSON (of an import under way) go with their
 * rows and are left as they are, and so is what customers had encrypted through the API: the older keys stay to open
 * it.
 */
export async function rekeyWorkspace(
  deps: Deps,
  { workspaceId, id }: { workspaceId: string; id: string },
  signal: AbortSignal,
  awaitUploads: () => Promise<unknown> = () => sleep(UPLOADS_MS, undefined, { signal }),
): Promise<void> {
  const columns = deps.modules.sealed.filter(({ inJson }) => !inJson);
  const read = () => readRotation(deps, workspaceId, id);
  let rotation = await read();
  if (!rotation || rotation.finishedAt !== null) return;
  const key = await activeKey(deps, workspaceId, id, signal);
  if (rotation.total === null) await noteTotal(deps, rotation, await countAll(deps, columns, key));
  const run = { columns, key, settledAt: await settledAtOf(deps, rotation), signal, awaitUploads };
  for (; rotation && rotation.finishedAt === null; rotation = await read()) {
    signal.throwIfAborted();
    try {
      await rekeyBatch(deps, rotation, run);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
}

interface Run {
  readonly columns: readonly SealedColumn[];
  readonly key: WorkspaceKey;
  /** When what older keys sealed is committed. */
  readonly settledAt: Date;
  readonly signal: AbortSignal;
  readonly awaitUploads: () => Promise<unknown>;
}

/**
 * What a batch came to; `renewed` is what it encrypted again, `awaited` files that are still being uploaded, `last`
 * null: there was nothing left.
 */
interface Batch {
  readonly done: number;
  readonly failed: number;
  readonly renewed: number;
  readonly awaited?: number;
  readonly last: string | null;
}

/**
 * Encrypts the next values of a column or the next files, and goes on to the next column after the last, from the files
 * to the next round.
 */
async function rekeyBatch(
  deps: Deps,
  rotation: Rotation,
  { columns, key, settledAt, signal, awaitUploads }: Run,
): Promise<void> {
  const { workspaceId, id, position } = rotation;
  const order = [...columns.map(nameOf), FILES];
  const index = Math.max(0, order.indexOf(position?.column ?? ''));
  const name = order[index]!;
  const after = position?.column === name ? position.after : null;
  const [round, before, awaitedBefore] = [roundOf(position), position?.renewed ?? 0, position?.awaited ?? 0];
  const goOn = (trx: Trx, { last, renewed, awaited = 0, ...counts }: Batch) => {
    const place = last === null ? { column: order[index + 1]!, after: null } : { column: name, after: last };
    const to = { ...place, round, renewed: before + renewed, awaited: awaitedBefore + awaited };
    return advance(trx, rotation, { ...counts, to });
  };
  const column = columns[index];
  if (column) {
    await withScope(deps.rekeyDb, { workspaceId }, async (trx) =>
      goOn(trx, await rekeyColumn(trx, deps, column, key, after)),
    );
    return;
  }
  const batch = await rekeyFiles(deps, { workspaceId, keyId: id, settledAt, after, signal });
  if (batch.last !== null) await transact(deps, { workspaceId }, (trx) => goOn(trx, batch));
  else if (round > 1 && before === 0 && awaitedBefore === 0) await finish(deps, rotation);
  else {
    // By the real clock, as nodes decide which key seals.
    const left = settledAt.getTime() - Date.now();
    if (left > 0) await sleep(left, undefined, { signal });
    else if (round > 1 && awaitedBefore > 0) await awaitUploads();
    const to = { column: order[0]!, after: null, round: round + 1, renewed: 0, awaited: 0 };
    await transact(deps, { workspaceId }, (trx) => advance(trx, rotation, { done: 0, failed: 0, to }));
  }
}

/** When what was sealed before the key of a replacement came into use is committed. */
async function settledAtOf(deps: Deps, { workspaceId, id }: Rotation): Promise<Date> {
  const { activeFrom } = await transact(deps, { workspaceId }, (trx) =>
    trx
      .selectFrom('workspaceKeys')
      .select('activeFrom')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );
  return new Date(new Date(activeFrom).getTime() + SETTLED_MS);
}

/** The workspace's key once `id` is the one that seals. */
async function activeKey(deps: Deps, workspaceId: string, id: string, signal: AbortSignal): Promise<WorkspaceKey> {
  await deps.keyring.refresh(deps.authDb);
  const key = await transact(deps, { workspaceId }, (trx) => deps.keyring.workspaceKey(trx, workspaceId));
  while (key.id !== id) await sleep(500, undefined, { signal });
  return key;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const placeOf = ({ table, column }: SealedColumn) => ({
  table: sql.table(snake(table)),
  column: sql.ref(snake(column)),
});
/** Values that another key sealed: its id stands behind the version and the length. */
const older = (column: ReturnType<typeof placeOf>['column'], key: WorkspaceKey) =>
  sql<boolean>`${column} is not null and substring(${column} from 3 for 16) <> ${uuidBytes(key.id)}`;

async function countAll(deps: Deps, columns: readonly SealedColumn[], key: WorkspaceKey): Promise<number> {
  const { workspaceId } = key;
  let total = await withScope(deps.db, { workspaceId }, async (trx) => {
    const { count } = await trx
      .selectFrom('files')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('workspaceId', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return Number(count);
  });
  for (const one of columns) {
    const { table, column } = placeOf(one);
    const counted = await withScope(deps.rekeyDb, { workspaceId }, (trx) =>
      sql<{ count: string }>`select count(*) as count from ${table}
        where workspace_id = ${workspaceId} and ${older(column, key)}`.execute(trx),
    );
    total += Number(counted.rows[0]!.count);
  }
  return total;
}

/** Encrypts the next rows again. A value that does not open stays as it is: it must not keep the others waiting. */
async function rekeyColumn(
  trx: Trx,
  { log }: Pick<Deps, 'log'>,
  one: SealedColumn,
  key: WorkspaceKey,
  after: string | null,
): Promise<Batch> {
  const { table, column } = placeOf(one);
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, ${column} as sealed from ${table}
    where workspace_id = ${key.workspaceId} and ${after === null ? sql`true` : sql`id > ${after}`} and ${older(column, key)}
    order by id limit ${BATCH}`.execute(trx);
  if (rows.length === 0) return { done: 0, failed: 0, renewed: 0, last: null };
  const renewed = rows.flatMap(({ id, sealed }) => {
    try {
      return [{ id, sealed, renewed: one.reseal(key, id, sealed) }];
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      log.warn({ err: error, column: nameOf(one), id }, 'a value could not be encrypted again; it stays as it is');
      return [];
    }
  });
  await write(trx, one, key, renewed);
  const done = renewed.length;
  return { done, failed: rows.length - done, renewed: done, last: rows.at(-1)!.id };
}

interface Renewed {
  id: string;
  sealed: Buffer;
  renewed: Buffer;
}

async function write(trx: Trx, one: SealedColumn, key: WorkspaceKey, rows: readonly Renewed[]) {
  const { table, column } = placeOf(one);
  const ids = rows.map(({ id }) => id);
  const before = rows.map(({ sealed }) => sealed);
  const renewed = rows.map((row) => row.renewed);
  // A value that was written meanwhile is under the newest key already, and stays.
  await sql`update ${table} as t set ${sql.ref(snake(one.column))} = v.renewed
    from unnest(${ids}::uuid[], ${before}::bytea[], ${renewed}::bytea[]) as v (id, before, renewed)
    where t.workspace_id = ${key.workspaceId} and t.id = v.id and t.${column} = v.before`.execute(trx);
}
