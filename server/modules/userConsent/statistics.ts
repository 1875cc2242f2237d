import type { z } from 'zod';
import type { ConsentInsight, ConsentSummary, consentSummaryInput } from '../../../shared/userConsent/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { bangkokDay, dayAfter } from '../../../shared/bangkok.ts';
import { add, type Counts, countsIn, dayRangeOf, none } from './dayCounts.ts';
import { formOf, purposesOf } from './forms.ts';
import * as queries from './queries.ts';
import { reading } from './service.ts';
import { standingNow } from './standing.ts';
import { eachCount, tallyOf } from './tally.ts';

/** Current figures of a form, exact: current choices are counted by the ingest, the rest is summed by day. */
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
      tallyOf(trx, 'day', { ...counters, workspaceId: ws, consentId }),
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

/**
 * Submissions of a range of Bangkok days by day (by month beyond 400 days), version and purpose.
 * @throws AppError 400 for a range that ends before it starts, or of more than ten years
 */
export function summary(ctx: WorkspaceContext, input: z.output<typeof consentSummaryInput>): Promise<ConsentSummary> {
  const { id: ws } = ctx.workspace;
  const { id: consentId, version, source } = input;
  const range = dayRangeOf(ctx.deps.now(), input);
  const { from, to, step } = range;
  return reading(ctx, async (trx) => {
    const form = await formOf(trx, ws, consentId);
    const counters = await queries.countersOf(trx, ws, consentId);
    const parts = await tallyOf(trx, 'day', { ...counters, workspaceId: ws, consentId });
    // A source without a number has no counts.
    const sourceId =
      source === undefined
        ? undefined
        : ((await queries.sourcesOf(trx, ws, consentId)).find(({ name }) => name === source)?.id ?? -1);
    const purposes = await purposesOf(trx, ws, form);
    const counts = countsIn(range);
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
      add(counts.of(day), group, count);
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
      days: counts.days(),
      versions: [...byVersion.values()].sort((a, b) => b.version - a.version),
      purposes: purposes.map(({ id, title }, place) => ({ id, title, granted: granted[place]! })),
    };
  });
}
