import { cp } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { World } from './factories.ts';

/** The content of a database at one moment. */
export interface Snapshot {
  /** Restores every row, without triggers, and every file; unmodified tables are skipped. */
  restore(): Promise<void>;
}

/**
 * Copies all rows of a server's database and its stored files, so that many tests can modify one world that was built
 * once. Sequences and in-memory state of nodes are not restored.
 * @example
 * const world = await buildWorld(server, 'WORLD');
 * const { restore } = await takeSnapshot(server);
 * beforeEach(restore);
 */
export async function takeSnapshot({ owner, deps }: World): Promise<Snapshot> {
  const files = path.join(deps.config.dataDir, 'files');
  const copiedFiles = path.join(deps.config.dataDir, 'snapshot');
  await cp(files, copiedFiles, { recursive: true });
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely_%'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`.execute(owner);
  const copies = tables.map(
    ({ name }) => `create unlogged table snapshot.${quoted(name)} as table only public.${quoted(name)};`,
  );
  // A written row has another location or another transaction id, so the sum over a table detects any change.
  const versions = tables.map(({ name }) => `(${text(name)}, ${versionOf(name)})`);
  const restoring = tables.map(
    ({ name, columns }) => `
      current := ${versionOf(name)};
      if current is distinct from (select version from snapshot."restored tables" where name = ${text(name)}) then
        delete from only public.${quoted(name)};
        insert into public.${quoted(name)} (${columns}) overriding system value
          select ${columns} from snapshot.${quoted(name)};
        update snapshot."restored tables" set version = ${versionOf(name)} where name = ${text(name)};
      end if;`,
  );
  await sql
    .raw(
      `drop schema if exists snapshot cascade;
       create schema snapshot;
       ${copies.join('\n')}
       create unlogged table snapshot."restored tables" (name text primary key, version numeric);
       insert into snapshot."restored tables" values ${versions.join(', ')};
       create function snapshot.restore() returns void language plpgsql set session_replication_role = replica as $restore$
       declare current numeric;
       begin ${restoring.join('')} end $restore$;`,
    )
    .execute(owner);
  return {
    async restore() {
      await sql`select snapshot.restore()`.execute(owner);
      // Stored files are never changed, only removed.
      await cp(copiedFiles, files, { recursive: true, force: false });
    },
  };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
/** The state of a table's rows as one number. */
const versionOf = (name: string) =>
  `(select count(*) + coalesce(sum(hashtid(ctid) # (xmin::text::bigint << 32)), 0) from only public.${quoted(name)})`;
