import pg from 'pg';

/** Kinds that rows may have, by what they are kinds of. */
export interface DeclaredKinds {
  readonly deadlines: Iterable<string>;
}

/**
 * Writes the kinds that this release declares into the tables that rows refer to. Called after `migrate`, as the owner.
 * Kinds of another release stay, for rows may still have them.
 */
export async function declareKinds(url: string, { deadlines }: DeclaredKinds): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'pokpong kinds' });
  await client.connect();
  try {
    await client.query('insert into deadline_kinds select unnest($1::text[]) on conflict do nothing', [[...deadlines]]);
  } finally {
    await client.end();
  }
}
