import { sql } from 'kysely';
import type { Deps } from '../../trpc/context.ts';

/** Rows of one transaction. */
const BATCH = 500;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Seals again under the master key in use what those of before sealed: after the key was replaced, and again and again for
 * what a node wrote in the moment of it. Answers how many values.
 */
export async function resealSystem(
  { modules, rekeyDb, keyring }: Pick<Deps, 'modules' | 'rekeyDb' | 'keyring'>,
  signal?: AbortSignal,
): Promise<number> {
  const { id: master } = keyring.masterKeys.current;
  let sealed = 0;
  for (const { table, column, context } of modules.systemSealed) {
    const [target, value] = [sql.table(snake(table)), sql.ref(snake(column))];
    for (let after: string | null = null; ;) {
      signal?.throwIfAborted();
      const rows = await rekeyDb.transaction().execute(async (trx) => {
        const found = await sql<{ id: string; sealed: Buffer }>`select id::text as id, ${value} as sealed from ${target}
          where ${value} is not null and substring(${value} from 3 for 8) <> ${master}
            and ${after === null ? sql`true` : sql`id::text > ${after}`}
          order by id::text limit ${BATCH}`.execute(trx);
        for (const { id, sealed: before } of found.rows) {
          const renewed = keyring.system.seal(context, id, keyring.system.open(context, id, before));
          await sql`update ${target} set ${value} = ${renewed} where id::text = ${id} and ${value} = ${before}`.execute(
            trx,
          );
        }
        return found.rows;
      });
      if (rows.length === 0) break;
      sealed += rows.length;
      after = rows.at(-1)!.id;
    }
  }
  return sealed;
}
