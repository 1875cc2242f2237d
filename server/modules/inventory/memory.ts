import type { Executor } from '../../../db/client.ts';

/**
 * A counter of changes: every statement that changes uses, applications or purposes increments one of its parts
 * (migrations 003 and 004). Sums that were calculated at one counter are valid while it stays the same.
 */
export async function markOf(db: Executor, workspaceId: string): Promise<string> {
  const rows = await db
    .selectFrom('recordTotals')
    .select(['record', 'changes'])
    .where('workspaceId', '=', workspaceId)
    .execute();
  const changes = new Map(rows.map((row) => [row.record, row.changes]));
  return `${workspaceId} ${changes.get('applications') ?? 0} ${changes.get('purposes') ?? 0}`;
}

interface CacheEntry {
  readonly value: unknown;
  readonly size: number;
}
const cache = new Map<string, CacheEntry>();
/** Rows in the cache in total; some tens of megabytes. */
const ROOM = 400_000;
let used = 0;

/**
 * The result of `find`, cached under a key that contains the change counter. Summing 100,000 groups takes some 20 ms:
 * paging through a list, or grouping it otherwise, does not repeat it.
 */
export async function remembered<Row, Rows extends readonly Row[] | ReadonlyMap<string, Row>>(
  key: string,
  find: () => Promise<Rows>,
): Promise<Rows> {
  const known = cache.get(key);
  if (known) {
    // Most recently used, evicted last.
    cache.delete(key);
    cache.set(key, known);
    return known.value as Rows;
  }
  const value = await find();
  const size = 10 + ('size' in value ? value.size : value.length);
  for (const [oldest, { size: freed }] of cache) {
    if (used + size <= ROOM) break;
    cache.delete(oldest);
    used -= freed;
  }
  if (used + size <= ROOM && !cache.has(key)) {
    cache.set(key, { value, size });
    used += size;
  }
  return value;
}
