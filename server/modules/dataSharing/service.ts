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
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { bangkokDay } from '../../platform/database/bangkokDays.ts';
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
 * @throws 403 where the tier has no data sharing
 */
export function assess(
  ctx: WorkspaceContext,
  { country, adequate, note }: z.output<typeof assessCountry>,
): Promise<SharingCountry> {
  const ws = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
    const before = await queries.decisionOn(trx, ws, country);
    const after = adequate === null ? { adequate: null, note: '' } : { adequate, note };
    const changes = changesBetween({ ...before }, after);
    if (changes.length > 0) {
      await queries.decide(trx, { workspaceId: ws, country, adequate, note, by: ctx.personnel.id, at: ctx.deps.now() });
      // A country has no record with an id: the log entry belongs to the workspace and names the country.
      await emit(trx, actorOf(ctx), { event: 'dataSharing.assessed', entityId: ws, subject: country, changes });
    }
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
  });
}

/** How many relations match the filters. */
export const count = (ctx: Reader, filters: SharingFilters): Promise<number> =>
  ctx.transaction((trx) => queries.count(trx, ctx.workspace.id, filters, daysOf(ctx.deps.now())));

/** Relations read at a time by `each`. */
const BATCH = 500;

/** All relations that match the filters, by recipient, for exports; each batch is read in its own short transaction. */
export async function* each(ctx: Reader, filters: SharingFilters): AsyncGenerator<SharingItem[]> {
  const days = daysOf(ctx.deps.now());
  for (let currentPage = 1; ; currentPage += 1) {
    const page = {
      ...filters,
      ws: ctx.workspace.id,
      pageSize: BATCH,
      currentPage,
      sortBy: 'recipient',
      sortDirection: 'ASC',
    } as const;
    const { collection } = await ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, page, days));
    if (collection.length > 0) yield collection;
    if (collection.length < BATCH) return;
  }
}

const DAY = 86_400_000;

/** Today in Bangkok, and the last day for which the end of a contract is announced in advance. */
function daysOf(now: Date): queries.Days {
  const day = (ahead: number) => bangkokDay(new Date(now.getTime() + ahead * DAY));
  return { today: day(0), notice: day(CONTRACT_NOTICE_DAYS) };
}
