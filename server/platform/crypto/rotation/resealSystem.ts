import { sql } from 'kysely';
import type { Deps } from '../../trpc/context.ts';
import { SealError } from '../envelope.ts';

/** Rows of one transaction. */
const BATCH = 500;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Seals again under the master key in use what those of before sealed: after the key was replaced, and again and again
 * for what a node wrote in the moment of it. A value that does not open stays as it is. Answers how many values were
 * sealed.
 */
export async function resealSystem(
  { modules, rekeyDb, keyring, log }: Pick<Deps, 'modules' | 'rekeyDb' | 'keyring' | 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  const { id: master } = keyring.masterKeys.current;
  let sealed = 0;
  const reseal = (context: string, id: string, before: Buffer): Buffer | null => {
    try {
      return keyring.system.seal(context, id, keyring.system.open(context, id, before));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      log.warn({ err: error, context, id }, 'a value could not be sealed again; it stays as it is');
      return null;
    }
  };
  for (const { table, column, context } of modules.systemSealed) {
    const [target, value] = [sql.table(snake(table)), sql.ref(snake(column))];
    for (let after: string | null = null; ;) {
      signal?.throwIfAborted();
      const rows = await rekeyDb.transaction().execute(async (trx) => {
        const found = await sql<{ id: string; sealed: Buffer }>`select id::text as id, ${value} as sealed from ${target}
          where length(${value}) > 0 and substring(${value} from 3 for 8) <> ${master}
            and ${after === null ? sql`true` : sql`id::text > ${after}`}
          order by id::text limit ${BATCH}`.execute(trx);
        for (const { id, sealed: before } of found.rows) {
          const renewed = reseal(context, id, before);
          if (renewed === null) continue;
          await sql`update ${target} set ${value} = ${renewed} where id::text = ${id} and ${value} = ${before}`.execute(
            trx,
          );
          sealed += 1;
        }
        return found.rows;
      });
      if (rows.length === 0) break;
      after = rows.at(-1)!.id;
    }
  }
  return sealed;
}
