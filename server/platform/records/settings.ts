import { type Kysely, sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { actorOf } from '../actor.ts';
import { changesBetween, emit } from '../live/emit.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import type { TableWith } from './rows.ts';
import { assertNewest } from './stale.ts';

interface Declaration<Fields> {
  /** Has one row for each workspace that has changed its settings. */
  readonly table: TableWith<'workspaceId' | 'rowVersion' | 'updatedBy' | 'updatedAt'>;
  /** The settings of a workspace that has changed none. */
  readonly defaults: Fields;
  readonly event: EventName;
  /** What else a change writes, in its transaction. */
  readonly changed?: (trx: Trx, ctx: WorkspaceContext, after: Fields) => Promise<void>;
}

interface SettingsRow {
  workspaceId: string;
  rowVersion: number;
  updatedBy: string | null;
  updatedAt: Date;
}

/** Every such table by what they have in common; their other columns are the fields of the declaration. */
const settingsIn = (db: Executor) => db as unknown as Kysely<Record<string, SettingsRow>>;

/** The settings of a module, one row a workspace, edited over its `rowVersion`: 0 where nobody has changed any. */
export function workspaceSettings<Fields extends object>({ table, defaults, event, changed }: Declaration<Fields>) {
  type Stored = Fields & { rowVersion: number };
  const names = Object.keys(defaults) as (keyof Fields)[];
  const fieldsOf = (settings: Fields) =>
    Object.fromEntries(names.map((name) => [name, settings[name]])) as Fields & Record<string, unknown>;

  async function settingsOf(db: Executor, workspaceId: string): Promise<Stored> {
    const row = await settingsIn(db)
      .selectFrom(table)
      .select([...names, 'rowVersion'] as never)
      .where('workspaceId', '=', workspaceId)
      .executeTakeFirst();
    return (row as Stored | undefined) ?? { ...defaults, rowVersion: 0 };
  }

  const get = (ctx: WorkspaceContext): Promise<Stored> => ctx.read((trx) => settingsOf(trx, ctx.workspace.id));

  /** @throws 409 `staleEdit` with the newer settings */
  const update = (ctx: WorkspaceContext, input: Stored): Promise<Stored> =>
    ctx.transaction(async (trx) => {
      const workspaceId = ctx.workspace.id;
      // The first update inserts the row; a simultaneous one finds it changed.
      await settingsIn(trx)
        .insertInto(table)
        .values({ workspaceId, ...defaults, rowVersion: 0 } as never)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const own = settingsIn(trx).selectFrom(table).select('workspaceId').where('workspaceId', '=', workspaceId);
      await own.forUpdate().execute();
      const before = await settingsOf(trx, workspaceId);
      await assertNewest(before, input.rowVersion);
      const fields = fieldsOf(input);
      const changes = changesBetween(fieldsOf(before), fields);
      if (changes.length === 0) return before;
      await settingsIn(trx)
        .updateTable(table)
        .set({
          ...fields,
          updatedBy: ctx.personnel.id,
          updatedAt: ctx.deps.now(),
          rowVersion: sql<number>`row_version + 1`,
        })
        .where('workspaceId', '=', workspaceId)
        .execute();
      await changed?.(trx, ctx, fields);
      await emit(trx, actorOf(ctx), { event, entityId: workspaceId, changes });
      return settingsOf(trx, workspaceId);
    });

  return { settingsOf, get, update };
}
