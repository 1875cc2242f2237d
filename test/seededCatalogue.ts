import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../db/client.ts';
import { modules } from '../server/modules/index.ts';
import { type SeedPart, seedWorkspace } from '../server/platform/modules/seed.ts';

/** Referenced tables before referencing ones. */
const TABLES = [
  'purpose_categories',
  'catalogue_items',
  'pii_categories',
  'pii_sub_categories',
  'pii_attributes',
  'data_rights',
  'answer_templates',
  'answer_template_versions',
  'dpia_frameworks',
  'dpia_items',
  'dpia_worst_cases',
];
/** The initial content of every workspace. */
const SEEDS: readonly SeedPart[] = modules.flatMap((part) => ('seed' in part ? [part.seed] : []));
/** The id of a catalogue row in another workspace: in the order of the first ones. */
const idIn = (column: string) =>
  `(left(${column}::text, 19) || '8' || substr(md5(ws::text || ${column}), 1, 3) || '-' || substr(md5(ws::text || ${column}), 4, 12))::uuid`;

/**
 * Has the product seed a workspace, and stores the result in the schema `seeded` of the database, from which
 * `fillCatalogue` copies it to others: most tests need a workspace, and few of them its catalogue.
 */
export async function keepSeededCatalogue(url: string): Promise<void> {
  const db = openDatabase(url, 'owner', 1);
  try {
    await db.transaction().execute(async (trx) => {
      const [id, workspaceId] = [randomUUIDv7(), randomUUIDv7()];
      await trx.insertInto('organizations').values({ id, name: 'seeded' }).execute();
      await trx
        .insertInto('workspaces')
        .values({ id: workspaceId, organizationId: id, name: 'seeded', package: 'Unlimit', flags: '{}' })
        .execute();
      await seedWorkspace(SEEDS, trx, { workspaceId, now: new Date() });
      const { rows } = await sql<{ name: string; column: string }>`
        select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.oid = any(${TABLES}::regclass[]) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum`.execute(trx);
      const valueOf = (column: string) => {
        if (column === 'workspace_id') return 'ws';
        if (['created_at', 'updated_at', 'published_at'].includes(column)) return `at`;
        return column === 'id' || /^(pii|answer)_\w+_id$/.test(column) ? idIn(column) : column;
      };
      const copies = TABLES.map((table) => {
        const columns = rows.filter(({ name }) => name === table).map(({ column }) => column);
        return `insert into public.${table} (${columns.join(', ')}) select ${columns.map(valueOf).join(', ')} from seeded.${table};`;
      });
      await sql
        .raw(
          `create schema seeded;
           ${TABLES.map((table) => `create table seeded.${table} as table public.${table};`).join('\n')}
           create table seeded.edition as select catalogue_edition, data_right_edition, answer_template_edition, dpia_settings_edition from workspaces where id = '${workspaceId}';
           create function seeded.fill(ws uuid, at timestamptz) returns void language plpgsql set session_replication_role = replica as $fill$
           begin
             ${copies.join('\n')}
             update public.workspaces set (catalogue_edition, data_right_edition, answer_template_edition, dpia_settings_edition) = (select catalogue_edition, data_right_edition, answer_template_edition, dpia_settings_edition from seeded.edition) where id = ws;
           end $fill$;`,
        )
        .execute(trx);
      await trx.deleteFrom('workspaces').where('id', '=', workspaceId).execute();
      await trx.deleteFrom('organizations').where('id', '=', id).execute();
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Adds the built-in catalogue to a workspace: copied from the stored one or, in a separate database, seeded by the
 * product.
 */
export async function fillCatalogue(owner: Db, workspaceId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ present: boolean }>`
    select to_regprocedure('seeded.fill(uuid, timestamptz)') is not null as present`.execute(owner);
  if (rows[0]?.present) await sql`select seeded.fill(${workspaceId}, ${now})`.execute(owner);
  else await owner.transaction().execute((trx) => seedWorkspace(SEEDS, trx, { workspaceId, now }));
}
