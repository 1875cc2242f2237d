import type { z } from 'zod';
import {
  type assessCountry,
  CONTRACT_NOTICE_DAYS,
  type listDataSharing,
  type SharingCountry,
  type SharingFilters,
  type SharingItem,
  type SharingSummary,
} from '../../../shared/dataSharing/schema.ts';
import type { List } from '../../../shared/list.ts';
import type { Trx } from '../../../db/client.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { DAY } from '../../../shared/duration.ts';
import { staleEdit } from '../../platform/records/stale.ts';
import * as completeness from '../completeness/service.ts';
import * as decisionQueries from './decisionQueries.ts';
import * as queries from './queries.ts';

type Reader = Pick<WorkspaceContext, 'deps' | 'transaction' | 'workspace'>;

/** One page of the relations in which personal data is shared, with what needs attention today. */
export const list = (ctx: Reader, input: z.output<typeof listDataSharing>): Promise<List<SharingItem>> =>
  ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, input, daysOf(ctx.deps.now())));

export const summary = (ctx: Reader): Promise<SharingSummary> =>
  ctx.transaction((trx) => queries.summary(trx, ctx.workspace.id, daysOf(ctx.deps.now())));

export const countries = (ctx: Reader): Promise<SharingCountry[]> =>
  ctx.transaction((trx) => queries.countries(trx, ctx.workspace.id));

/**
 * Records whether the organisation regards a country's protection as adequate, and why; null removes the decision.
 * Thailand's committee has published no list, so each organisation decides (docs/decisions/012).
 * @throws 403 where the tier has no data sharing, 409 `staleEdit` with the newer decision where somebody else has
 * decided
 */
export function assess(
  ctx: WorkspaceContext,
  { country, adequate, note, decidedAt }: z.output<typeof assessCountry>,
): Promise<SharingCountry> {
  const ws = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
    // Applications first, as where the location of a storage system is recorded.
    await completeness.lockTouched(trx, ws, { country });
    const before = await decisionQueries.decisionOn(trx, ws, country);
    if (decidedAt !== undefined && decidedAt !== before.decidedAt) throw staleEdit(await countryNow(trx, ws, country));
    const after = adequate === null ? { adequate: null, note: '' } : { adequate, note };
    const changes = changesBetween({ ...before }, after);
    if (changes.length > 0) {
      const isOver = await decisionQueries.decide(trx, {
        workspaceId: ws,
        country,
        adequate,
        note,
        by: ctx.personnel.id,
        at: ctx.deps.now(),
        over: before.decidedAt,
      });
      if (!isOver) throw staleEdit(await countryNow(trx, ws, country));
      await completeness.applicationsChanged(trx, actorOf(ctx), await completeness.touchedBy(trx, ws, { country }));
      // A country has no record with an id: the log entry belongs to the workspace and names the country.
      await emit(trx, actorOf(ctx), { event: 'dataSharing.assessed', entityId: ws, subject: country, changes });
    }
    return countryNow(trx, ws, country);
  });
}

/** A country with its decision, also where no data goes there and nobody has decided. */
async function countryNow(trx: Trx, ws: string, country: string): Promise<SharingCountry> {
  const found = (await queries.countries(trx, ws)).find((one) => one.country === country);
  return (
    found ?? {
      country,
      adequacy: 'notAssessed',
      thirdParty: 0,
      storage: 0,
      needsSafeguard: 0,
      note: '',
      decidedBy: null,
      decidedAt: null,
    }
  );
}

/** How many relations match the filters. */
export const count = (ctx: Reader, filters: SharingFilters): Promise<number> =>
  ctx.transaction((trx) => queries.count(trx, ctx.workspace.id, filters, daysOf(ctx.deps.now())));

/** Relations completed at a time by `each`. */
const BATCH = 500;

/**
 * All relations that match the filters, by recipient, for exports. They are read by one statement, so that edits
 * meanwhile neither leave one out nor repeat one; what is added to each batch of them is read in its own short
 * transaction.
 */
export async function* each(ctx: Reader, filters: SharingFilters): AsyncGenerator<SharingItem[]> {
  const ws = ctx.workspace.id;
  const days = daysOf(ctx.deps.now());
  const relations = await ctx.transaction((trx) => queries.all(trx, ws, filters, days));
  for (let start = 0; start < relations.length; start += BATCH) {
    const batch = relations.slice(start, start + BATCH);
    yield await ctx.transaction((trx) => queries.itemsOf(trx, ws, batch, days));
  }
}

/** Today in Bangkok, and the last day for which the end of a contract is announced in advance. */
function daysOf(now: Date): queries.Days {
  const day = (ahead: number) => bangkokDay(new Date(now.getTime() + ahead * DAY));
  return { today: day(0), notice: day(CONTRACT_NOTICE_DAYS) };
}
