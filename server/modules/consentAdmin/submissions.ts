import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { List } from '../../../shared/list.ts';
import type { AdminUserConsent, listAdminUserConsents } from '../../../shared/consentAdmin/schema.ts';
import type { SignedInContext, WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { bangkokDay, endOf, startOf } from '../../../shared/bangkok.ts';
import { logReading } from '../userConsent/reads.ts';
import { uidHash } from '../userConsent/record.ts';
import { byIds, reading } from '../userConsent/service.ts';
import { rangeOf } from '../userConsent/walk.ts';
import * as queries from './queries.ts';
import { adminPlaces } from '../../platform/auth/places.ts';
import { metaOf } from '../../platform/list/rows.ts';

type Input = z.output<typeof listAdminUserConsents>;

/** How many submissions of one day can precede a page: their ids are held in memory. */
const DEEPEST = 100_000;

interface Place {
  readonly ctx: WorkspaceContext;
  /** The filters as a condition in this workspace: the hash of a data subject differs by workspace. */
  readonly condition: RawBuilder<SqlBool>;
  readonly days: ReadonlyMap<string, number>;
  /** Who is looked up, and the forms that have submissions of them. */
  readonly subject?: { readonly uid: Buffer; readonly forms: readonly { id: string; name: string }[] };
}

/**
 * Submissions of all of the workspaces, merged by time. Counts by day give the exact total and the day in which the
 * page starts; from that day on, ids are read in each workspace and merged, and only the page's rows are decrypted. So
 * a page costs at most the submissions of one day. Reading one data subject is logged in every workspace that has them.
 */
export async function listSubmissions(ctx: SignedInContext, input: Input): Promise<List<AdminUserConsent>> {
  const { currentPage, pageSize, sortDirection } = input;
  const places: Place[] = [];
  for (const place of await adminPlaces(ctx, 'consent.history', input)) places.push(await placed(place, input));
  // Also where the page shows none of them: the total alone says that they have answered.
  for (const { ctx: at, subject } of places) if (subject) await logReading(at, subject.uid, subject.forms);
  const days = new Map<string, number>();
  for (const place of places) for (const [day, count] of place.days) days.set(day, (days.get(day) ?? 0) + count);
  const totalItems = [...days.values()].reduce((sum, count) => sum + count, 0);

  const { first, last, skip } = daysOfPage(days, input);
  if (skip > DEEPEST) throw appError('consentAdmin.tooDeep', { at: 'currentPage' });
  const range = rangeOf({
    from: later(input.from, first && startOf(first)),
    to: earlier(input.to, last && endOf(last)),
  });
  const found: { id: string; place: Place }[] = [];
  if (first !== undefined) {
    for (const place of places) {
      const ids = await reading(place.ctx, (trx) =>
        queries.idsOf(trx, queries.within(place.condition, range), sortDirection, skip + pageSize),
      );
      found.push(...ids.map((id) => ({ id, place })));
    }
  }
  const sign = sortDirection === 'ASC' ? 1 : -1;
  const page = found.sort((a, b) => (a.id === b.id ? 0 : sign * (a.id < b.id ? -1 : 1))).slice(skip, skip + pageSize);
  const items = new Map<string, AdminUserConsent>();
  for (const place of new Set(page.map((one) => one.place)))
    for (const item of await open(
      place,
      page.filter((one) => one.place === place).map(({ id }) => id),
    ))
      items.set(item.id, item);
  return {
    collection: page.flatMap(({ id }) => items.get(id) ?? []),
    meta: metaOf({ currentPage, pageSize }, totalItems),
  };
}

/** One workspace with how many of its submissions match, by day. */
function placed(ctx: WorkspaceContext, input: Input): Promise<Place> {
  const { id: ws } = ctx.workspace;
  return reading(ctx, async (trx) => {
    const all = queries.conditionOf(ws, input);
    const forms = input.purposeId ? await queries.formsAsking(trx, ws, input.purposeId) : undefined;
    const filters = forms ? queries.allowing(all, forms) : all;
    const range = rangeOf(input);
    if (input.uid) {
      const uid = uidHash(await ctx.deps.keyring.workspaceKey(trx, ws), input.uid);
      const condition = sql<SqlBool>`${filters} and c.uid = ${uid}`;
      const counts = await queries.subjectCounts(trx, queries.within(condition, range));
      const days = new Map<string, number>();
      for (const { day, count } of counts) days.set(day, (days.get(day) ?? 0) + count);
      const forms = new Map(counts.map(({ formId, name }) => [formId, { id: formId, name }]));
      return { ctx, condition, subject: { uid, forms: [...forms.values()] }, days };
    }
    const [from, to] = [
      input.from && bangkokDay(new Date(input.from)),
      input.to && bangkokDay(new Date(Date.parse(input.to) - 1)),
    ];
    const days = new Map(
      (await queries.countsByDay(trx, all, { from, to, forms })).map(({ day, count }) => [day, count]),
    );
    // A range that starts or ends within a day: for that day, the rows themselves are counted.
    for (const day of new Set([from, to])) {
      if (!day || !days.has(day)) continue;
      const inside = { from: later(input.from, startOf(day)), to: earlier(input.to, endOf(day)) };
      if (Date.parse(inside.from!) > Date.parse(startOf(day)) || Date.parse(inside.to!) < Date.parse(endOf(day)))
        days.set(day, await queries.countOf(trx, queries.within(filters, rangeOf(inside))));
    }
    return { ctx, condition: filters, days };
  });
}

const later = (a: string | undefined, b: string | undefined): string | undefined =>
  a && b ? (Date.parse(a) > Date.parse(b) ? a : b) : (a ?? b);
const earlier = (a: string | undefined, b: string | undefined): string | undefined =>
  a && b ? (Date.parse(a) < Date.parse(b) ? a : b) : (a ?? b);

/** The first and the last day of the page, by the calendar, and how many submissions precede them. */
function daysOfPage(
  days: ReadonlyMap<string, number>,
  { currentPage, pageSize, sortDirection }: Input,
): { first?: string; last?: string; skip: number } {
  const ordered = [...days].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  if (sortDirection === 'DESC') ordered.reverse();
  let skip = (currentPage - 1) * pageSize;
  let found = 0;
  const touched: string[] = [];
  for (const [day, count] of ordered) {
    if (touched.length === 0 && skip >= count) {
      skip -= count;
      continue;
    }
    touched.push(day);
    found += count;
    if (found >= skip + pageSize) break;
  }
  touched.sort();
  return { ...(touched.length > 0 ? { first: touched[0]!, last: touched.at(-1)! } : {}), skip };
}

/** The page's submissions of one workspace, decrypted. */
async function open({ ctx }: Place, ids: readonly string[]): Promise<AdminUserConsent[]> {
  const { id, name } = ctx.workspace;
  const items = await byIds(ctx, ids);
  return items.map((item) => ({ ...item, workspace: { id, name } }));
}
