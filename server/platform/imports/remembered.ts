import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import type { ImportColumn, ImportSheet } from '../../../shared/import/schema.ts';

/** Where the columns of an earlier file stand in this one. */
export type MoveColumn = (column: number) => number | undefined;

/** A mapping as it was last used, by whom, and where its columns are now. */
interface RememberedMapping {
  mapping: unknown;
  remembered: NonNullable<ImportSheet['remembered']>;
  move: MoveColumn;
}

/** Files of one kind in a workspace that have the headings of these columns. */
interface Headings {
  workspaceId: string;
  kind: string;
  columns: readonly ImportColumn[];
}

/** Columns by their headings, whatever the case, blanks and marks of these; the second of one heading is another. */
function named(columns: readonly ImportColumn[]): Map<string, number> {
  const found = new Map<string, number>();
  const times = new Map<string, number>();
  for (const { index, heading } of columns) {
    const plain = heading
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
    const place = times.get(plain) ?? 0;
    times.set(plain, place + 1);
    found.set(`${plain} ${place}`, index);
  }
  return found;
}

const hashOf = (columns: readonly ImportColumn[]): string =>
  createHash('sha256')
    .update(JSON.stringify([...named(columns).keys()].toSorted()))
    .digest('hex');

/** The mapping of the last file with the headings of these columns, in any order. */
export async function findMapping(
  trx: Trx,
  { workspaceId, kind, columns }: Headings,
): Promise<RememberedMapping | undefined> {
  const found = await trx
    .selectFrom('importMappings as used')
    .innerJoin('personnel as person', (join) =>
      join.onRef('person.workspaceId', '=', 'used.workspaceId').onRef('person.id', '=', 'used.usedBy'),
    )
    .select(['used.mapping', 'used.headings', 'used.usedAt', 'person.name'])
    .where('used.workspaceId', '=', workspaceId)
    .where('used.kind', '=', kind)
    .where('used.headingsHash', '=', hashOf(columns))
    .executeTakeFirst();
  if (!found) return undefined;
  const here = named(columns);
  const places = new Map(
    Object.entries(found.headings as Record<string, number>).map(([heading, column]) => [column, here.get(heading)]),
  );
  return {
    mapping: found.mapping,
    remembered: { at: found.usedAt, by: found.name },
    move: (column) => places.get(column),
  };
}

/** Keeps the mapping for the next file with the headings of these columns, in place of an older one. */
export async function rememberMapping(
  trx: Trx,
  { workspaceId, kind, columns }: Headings,
  { mapping, by, at }: { mapping: unknown; by: string; at: Date },
): Promise<void> {
  const use = {
    mapping: JSON.stringify(mapping),
    headings: JSON.stringify(Object.fromEntries(named(columns))),
    usedBy: by,
    usedAt: at,
  };
  await trx
    .insertInto('importMappings')
    .values({ workspaceId, kind, headingsHash: hashOf(columns), id: randomUUIDv7(), ...use })
    .onConflict((conflict) => conflict.columns(['workspaceId', 'kind', 'headingsHash']).doUpdateSet(use))
    .execute();
}

/** Forgets it. */
export async function forgetMapping(trx: Trx, { workspaceId, kind, columns }: Headings): Promise<void> {
  await trx
    .deleteFrom('importMappings')
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', kind)
    .where('headingsHash', '=', hashOf(columns))
    .execute();
}
