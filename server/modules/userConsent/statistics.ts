import type { z } from 'zod';
import {
  type ConsentInsight,
  type ConsentSummary,
  type consentSummaryInput,
  SUMMARY_BY_DAY,
  SUMMARY_DAYS,
} from '../../../shared/userConsent/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { bangkokDay } from '../../platform/database/bangkokDays.ts';
import { formOf, purposesOf } from './forms.ts';
import * as queries from './queries.ts';
import { reading } from './service.ts';
import { standingNow } from './standing.ts';
import { eachCount, type Group, tallyOf } from './tally.ts';

const DAY = 86_400_000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY + 1;

/** How a form stands at this moment, exact: present choices are kept by the ingest, the rest is added up by day. */
export function insight(ctx: WorkspaceContext, consentId: string): Promise<ConsentInsight> {
  const { id: ws } = ctx.workspace;
  return reading(ctx, async (trx) => {
    const now = ctx.deps.now();
    const today = bangkokDay(now);
    const [form, counters, sourceNames] = await Promise.all([
      formOf(trx, ws, consentId),
      queries.countersOf(trx, ws, consentId),
      queries.sourcesOf(trx, ws, consentId),
    ]);
    const [days, standing, purposes] = await Promise.all([
      tallyOf(trx, 'day', { workspaceId: ws, consentId, submissions: counters.submissions }),
      standingNow(trx, { workspaceId: ws, consentId, day: today }, counters),
      purposesOf(trx, ws, form),
    ]);
    const [yesterday, weekBegins] = [dayAfter(today, -1), dayAfter(today, -6)];
    const sums = { today: 0, yesterday: 0, lastSevenDays: 0, changed: 0 };
    const bySource = new Map<number, number>();
    eachCount(days, (day, { changed, sourceId }, count) => {
      if (day === today) sums.today += count;
      if (day === yesterday) sums.yesterday += count;
      if (day >= weekBegins && day <= today) sums.lastSevenDays += count;
      if (changed) sums.changed += count;
      bySource.set(sourceId, (bySource.get(sourceId) ?? 0) + count);
    });
    const sources = sourceNames.map(({ id, name }) => ({
      name,
      submissions: bySource.get(id) ?? 0,
    }));
    return {
      consentId,
      asOf: now.toISOString(),
      submissions: counters.submissions,
      subjects: counters.subjects,
      now: standing.now,
      expired: standing.expired,
      askAgain: standing.askAgain,
      ...sums,
      purposes: purposes.map(({ id, bit, title }) => ({
        id,
        title,
        allowing: standing.allowing[bit] ?? 0,
      })),
      sources: sources.sort((a, b) => b.submissions - a.submissions),
      otherSources: bySource.get(0) ?? 0,
    };
  });
}

type Counts = ConsentSummary['total'];
const none = (): Counts => ({ ALL: 0, ACCEPT: 0, NONE: 0, changed: 0 });
function add(to: Counts, { action, changed }: Group, count: number): void {
  to[action] += count;
  if (changed) to.changed += count;
}

/**
 * Submissions of a range of Bangkok days by day (by month beyond 400 days), version and purpose.
 * @throws AppError 400 for a range that ends before it begins, or of more than ten years
 */
export function summary(ctx: WorkspaceContext, input: z.output<typeof consentSummaryInput>): Promise<ConsentSummary> {
  const { id: ws } = ctx.workspace;
  const { id: consentId, version, source } = input;
  const to = input.to ?? (input.from ? later(bangkokDay(ctx.deps.now()), input.from) : bangkokDay(ctx.deps.now()));
  const from = input.from ?? dayAfter(to, -29);
  const length = daysBetween(from, to);
  if (length < 1) throw appError('BAD_REQUEST', { at: 'to', text: 'userConsent:endsBeforeBegins' });
  if (length > SUMMARY_DAYS) throw appError('BAD_REQUEST', { at: 'from', text: 'userConsent:rangeTooLong' });
  return reading(ctx, async (trx) => {
    const form = await formOf(trx, ws, consentId);
    const { submissions } = await queries.countersOf(trx, ws, consentId);
    const parts = await tallyOf(trx, 'day', { workspaceId: ws, consentId, submissions });
    // Of a source that has no number of its own nothing is counted.
    const sourceId =
      source === undefined
        ? undefined
        : ((await queries.sourcesOf(trx, ws, consentId)).find(({ name }) => name === source)?.id ?? -1);
    const purposes = await purposesOf(trx, ws, form);
    const step = length > SUMMARY_BY_DAY ? 'month' : 'day';
    const keyOf = (day: string) => (step === 'day' ? day : day.slice(0, 7));
    const byDay = new Map<string, Counts & { day: string }>();
    // Counted, not compared: the day after 9999-12-31 is written with a sign, which sorts before all others.
    for (let place = 0; place < length; place += 1) {
      const day = dayAfter(from, place);
      if (!byDay.has(keyOf(day))) byDay.set(keyOf(day), { day, ...none() });
    }
    const byVersion = new Map<number, Counts & { version: number }>();
    const total = none();
    const granted = purposes.map(() => 0);
    eachCount(parts, (day, group, count, grantedOf) => {
      if (
        day < from ||
        day > to ||
        (version !== undefined && group.version !== version) ||
        (sourceId !== undefined && group.sourceId !== sourceId)
      )
        return;
      add(total, group, count);
      add(byDay.get(keyOf(day))!, group, count);
      let own = byVersion.get(group.version);
      if (!own) byVersion.set(group.version, (own = { version: group.version, ...none() }));
      add(own, group, count);
      purposes.forEach(({ bit }, place) => (granted[place]! += grantedOf(bit)));
    });
    return {
      consentId,
      from,
      to,
      total,
      step,
      days: [...byDay.values()],
      versions: [...byVersion.values()].sort((a, b) => b.version - a.version),
      purposes: purposes.map(({ id, title }, place) => ({ id, title, granted: granted[place]! })),
    };
  });
}

const later = (a: string, b: string): string => (a > b ? a : b);
