import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import { eventsAbout } from '../../../shared/registry/securityEvents.ts';
import type { ListSecurityLogs } from '../../../shared/securityLog/schema.ts';
import { endOf, startOf } from '../../../shared/bangkok.ts';
import { containing, pageOf } from '../../platform/list/list.ts';
import { type Cursor, linesAfter } from '../../platform/list/reading.ts';

export type Filters = Pick<ListSecurityLogs, 'topic' | 'from' | 'to' | 'query'>;

const COLUMNS = [
  'id',
  'event',
  'actorName',
  'actorEmail',
  'sourceId',
  'sourceName',
  'subject',
  'details',
  'createdAt',
] as const;

/** An entry as stored. */
export interface SecurityRow {
  id: string;
  event: string;
  actorName: string;
  actorEmail: string;
  sourceId: string | null;
  sourceName: string;
  subject: string;
  details: unknown;
  createdAt: string;
}

/** Entries that match the filters; the text is searched in names, addresses, subjects, and the workspace. */
function fitting(db: Executor, organizationId: string, { topic, from, to, query }: Filters) {
  let filtered = db.selectFrom('securityLogs').where('organizationId', '=', organizationId);
  if (topic !== 'ALL') filtered = filtered.where('event', 'in', eventsAbout(topic));
  if (from) filtered = filtered.where('createdAt', '>=', startOf(from));
  if (to) filtered = filtered.where('createdAt', '<', endOf(to));
  if (query) {
    const text = containing(query);
    filtered = filtered.where((eb) =>
      eb.or((['actorName', 'actorEmail', 'subject', 'sourceName'] as const).map((column) => eb(column, 'ilike', text))),
    );
  }
  return filtered;
}

export const list = (trx: Trx, organizationId: string, input: ListSecurityLogs): Promise<List<SecurityRow>> =>
  pageOf(
    fitting(trx, organizationId, input),
    input,
    (query) => query.select(COLUMNS),
    { createdAt: sql.ref('createdAt') },
    sql.ref('id'),
  );

export async function count(trx: Trx, organizationId: string, filters: Filters): Promise<number> {
  const { total } = await fitting(trx, organizationId, filters)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The next matching entries while the log is read to its end, newest first. */
export const readOn = (
  trx: Trx,
  organizationId: string,
  filters: Filters,
  after: Cursor | undefined,
  limit: number,
): Promise<(SecurityRow & Cursor)[]> =>
  linesAfter(fitting(trx, organizationId, filters).select(COLUMNS), after, limit).execute();
