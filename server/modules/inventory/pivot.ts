import type { z } from 'zod';
import type { Executor } from '../../../db/client.ts';
import {
  BASIS_FILTER,
  type InventoryPivotAnswer,
  type InventoryPivotRow,
  NO_BASIS,
  type pivotInventory,
} from '../../../shared/inventory/schema.ts';
import { AS_PURPOSE, bandOf, RETENTION_BAND_KEYS } from '../../../shared/purpose/retention.ts';
import { applicationsNamed, categoriesNamed, type Narrowing, narrowingOf, purposesNamed } from './narrowing.ts';
import { namesOf } from './queries.ts';
import { type Sum, sumsBy } from './sums.ts';

/** Uses that match the filters, summed by one of their dimensions; from the totals, whatever their number. */
export async function pivot(
  db: Executor,
  workspaceId: string,
  input: z.output<typeof pivotInventory>,
): Promise<InventoryPivotAnswer> {
  const { by, find, limit, ws: _, ...filters } = input;
  const narrowing = await narrowingOf(db, workspaceId, filters);
  const word = by === 'lawfulBasis' || by === 'retention';
  const sums =
    by === 'retention' || by === 'lawfulBasis'
      ? await sumsBy(db, narrowing, by === 'retention' ? 'retention' : 'purpose')
      : await sumsBy(db, narrowing, by);
  const overall = { uses: 0, sensitiveUses: 0 };
  for (const sum of sums) {
    overall.uses += sum.uses;
    overall.sensitiveUses += sum.sensitiveUses;
  }
  if (word) {
    const collection =
      by === 'retention'
        ? addedUp(sums, RETENTION_BAND_KEYS, (sum) => [bandOfSum(sum, narrowing)])
        : addedUp(sums, BASIS_FILTER, (sum) => basesOfSum(sum, narrowing));
    return { collection, totalRows: collection.length, ...overall };
  }
  const found = find ? new Set(await idsNamed(db, narrowing, by, find)) : null;
  const matching = (found ? sums.filter(({ key }) => found.has(key)) : [...sums]).sort(
    (a, b) => b.uses - a.uses || (a.key < b.key ? -1 : 1),
  );
  const page = matching.slice(0, limit);
  const names = await namesOf(
    db,
    workspaceId,
    by,
    page.map(({ key }) => key),
  );
  return {
    collection: page.map((sum) => ({ ...sum, name: names.get(sum.key) ?? { th: '', en: '' } })),
    totalRows: matching.length,
    ...overall,
  };
}

/** Rows with texts of the product, in their own order; those without a use are left out. */
function addedUp(
  sums: readonly Sum[],
  order: readonly string[],
  keysOf: (sum: Sum) => readonly string[],
): InventoryPivotRow[] {
  const rows = new Map(order.map((key) => [key, { key, name: null, uses: 0, sensitiveUses: 0 }]));
  for (const sum of sums) {
    for (const key of keysOf(sum)) {
      const row = rows.get(key);
      if (!row) continue;
      row.uses += sum.uses;
      row.sensitiveUses += sum.sensitiveUses;
    }
  }
  return [...rows.values()].filter(({ uses }) => uses > 0);
}

function bandOfSum({ key }: Sum, { facts }: Narrowing) {
  const [purposeId = '', days] = key.split(' ');
  return bandOf(Number(days) === AS_PURPOSE ? (facts.get(purposeId)?.retentionDays ?? null) : Number(days));
}

function basesOfSum({ key }: Sum, { facts }: Narrowing): readonly string[] {
  const bases = facts.get(key)?.lawfulBases ?? [];
  return bases.length > 0 ? bases : [NO_BASIS];
}

function idsNamed(
  db: Executor,
  { workspaceId, mark }: Narrowing,
  by: 'category' | 'application' | 'purpose',
  find: string,
): Promise<string[]> {
  if (by === 'application') return applicationsNamed(db, workspaceId, mark, find);
  return by === 'purpose' ? purposesNamed(db, workspaceId, mark, find) : categoriesNamed(db, workspaceId, find);
}
