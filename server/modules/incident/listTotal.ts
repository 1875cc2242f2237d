import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { ListIncidents } from '../../../shared/incident/schema.ts';
import { statusesOf } from '../../../shared/incident/status.ts';
import { countMatching, remembered } from '../../platform/list/search.ts';
import { AUTHORITY } from './clock.ts';
import { clockIs, CONCERNED, excessIs } from './listFilters.ts';

/** The number of incidents by the filters of status, risk, cause and months, from the sums that triggers maintain. */
async function sumOf(
  trx: Trx,
  workspaceId: string,
  { status, risk, cause, fromMonth, toMonth }: ListIncidents,
): Promise<number> {
  let months = trx.selectFrom('incidentMonths').where('workspaceId', '=', workspaceId);
  if (status !== 'ALL') months = months.where('status', 'in', statusesOf(status));
  if (risk !== 'ALL') months = months.where('risk', '=', risk === 'UNDECIDED' ? '' : risk);
  if (cause !== 'ALL') months = months.where('cause', '=', cause);
  if (fromMonth) months = months.where(sql<SqlBool>`month >= ${`${fromMonth}-01`}::date`);
  if (toMonth) months = months.where(sql<SqlBool>`month <= ${`${toMonth}-01`}::date`);
  const { total } = await months.select((eb) => eb.fn.sum<number>('incidents').as('total')).executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

const plain = ({ status, risk, cause, fromMonth, toMonth }: ListIncidents): boolean =>
  status === 'ALL' && risk === 'ALL' && cause === 'ALL' && !fromMonth && !toMonth;

/**
 * The number of incidents by the state of their deadlines, from the deadlines alone; undefined where that is not known
 * without counting.
 */
async function clocksOf(
  trx: Trx,
  workspaceId: string,
  { clock, excess }: Pick<ListIncidents, 'clock' | 'excess'>,
  now: Date,
  all: () => Promise<number>,
): Promise<number | undefined> {
  const clocks = trx.selectFrom('deadlines').where('workspaceId', '=', workspaceId).where('kind', '=', AUTHORITY);
  const count = async (which: RawBuilder<SqlBool>) =>
    Number(
      (
        await clocks
          .where(which)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  if (clock !== 'ENDED')
    return count(sql<SqlBool>`${clockIs(clock, now)} and ${excessIs(excess, 'deadlines.subjectId', workspaceId)}`);
  if (excess !== 'ALL') return undefined;
  // Nearly all have one: counting those without is faster.
  const open = await count(clockIs('OPEN', now));
  const standing = await count(sql<SqlBool>`deadlines.ended_at is null and deadlines.stopped_at is not null`);
  return (await all()) - open - standing;
}

/** The number of incidents that contain the text: counted once, until an incident is added or a title is changed. */
async function countFound(trx: Trx, workspaceId: string, query: string): Promise<number | undefined> {
  const mark = await trx
    .selectFrom('incidentMarks')
    .select('changes')
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return remembered(JSON.stringify([workspaceId, 'incidents', mark?.changes ?? 0, query]), () =>
    countMatching(trx, 'incidents', query),
  );
}

/** The total where it is available without counting incidents, which are many; otherwise undefined. */
export async function knownTotal(
  trx: Trx,
  ws: string,
  input: ListIncidents,
  found: readonly string[] | null,
  now: Date,
): Promise<number | undefined> {
  if (input.mine || CONCERNED.some((field) => input[field])) return undefined;
  const counted = () => sumOf(trx, ws, input);
  if (!input.query && input.clock !== 'ALL') return plain(input) ? clocksOf(trx, ws, input, now, counted) : undefined;
  if (input.excess !== 'ALL') return undefined;
  if (!input.query) return counted();
  if (input.clock !== 'ALL' || !plain(input)) return undefined;
  return found ? found.length : countFound(trx, ws, input.query);
}
