import pg from 'pg';

/** Tables of the kinds that rows may have, by what they are kinds of. */
const TABLES = {
  deadlines: 'deadline_kinds',
  exports: 'export_kinds',
  imports: 'import_kinds',
  fileOwners: 'file_owner_kinds',
  edited: 'edited_kinds',
  mailed: 'mailed_kinds',
} as const;

/** Kinds that rows may have, by what they are kinds of. */
export type DeclaredKinds = { readonly [Table in keyof typeof TABLES]?: Iterable<string> };

/**
 * Writes the kinds that this release declares into the tables that rows refer to. Called after `migrate`, as the owner.
 * Kinds of another release stay, for rows may still have them.
 */
export async function declareKinds(url: string, kinds: DeclaredKinds): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'pokpong kinds' });
  await client.connect();
  try {
    for (const of of Object.keys(TABLES) as (keyof typeof TABLES)[])
      await client.query(`insert into ${TABLES[of]} select unnest($1::text[]) on conflict do nothing`, [
        [...(kinds[of] ?? [])],
      ]);
  } finally {
    await client.end();
  }
}
