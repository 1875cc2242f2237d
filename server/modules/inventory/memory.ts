import type { Executor } from '../../../db/client.ts';

/**
 * Marks of the newest change: every statement that touches uses, applications or purposes raises one of them
 * (migrations 003 and 004). What was added up under a mark holds while it stays.
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
/** Rows kept in all; some tens of megabytes. */
const ROOM = 400_000;
let used = 0;

/**
 * What `find` answers, found once for a key that carries the mark of the newest change. Adding up 100,000 groups takes
 * some 20 ms: leafing through a list, or looking at it from another side, does not pay for it again.
 */
export async function remembered<Row, Rows extends readonly Row[] | ReadonlyMap<string, Row>>(
  key: string,
  find: () => Promise<Rows>,
): Promise<Rows> {
  const known = cache.get(key);
  if (known) {
    // Newly used, last to go.
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
