import type { z } from 'zod';
import type { AdminHistory, adminHistoryInput, AdminPurpose } from '../../../shared/consentAdmin/schema.ts';
import { adminPlaces } from '../../platform/auth/places.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';
import { add, countsIn, dayRangeOf, none } from '../userConsent/dayCounts.ts';
import { reading } from '../userConsent/service.ts';
import * as queries from './queries.ts';

/**
 * Answers of all of the workspaces over time, out of the counts of their days.
 * @throws AppError 400 for a range that ends before it begins, or of more than ten years
 */
export async function history(
  ctx: SignedInContext,
  { workspaceId, purposeId, ...input }: z.output<typeof adminHistoryInput>,
): Promise<AdminHistory> {
  const range = dayRangeOf(ctx.deps.now(), input);
  const counts = countsIn(range);
  const total = none();
  for (const place of await adminPlaces(ctx, 'consent.dashboard', workspaceId)) {
    const { id: ws } = place.workspace;
    const rows = await reading(place, async (trx) => {
      const forms = purposeId === undefined ? undefined : await queries.formsAsking(trx, ws, purposeId);
      // A purpose is one workspace's own.
      return forms?.length === 0 ? [] : queries.historyOf(trx, ws, range, forms);
    });
    for (const { day, count, ...group } of rows) {
      add(total, group, count);
      add(counts.of(day), group, count);
    }
  }
  return { ...range, total, days: counts.days() };
}

/** Purposes that the forms of the workspaces ask for, with the workspace of each. */
export async function purposes(ctx: SignedInContext): Promise<AdminPurpose[]> {
  const all: AdminPurpose[] = [];
  for (const place of await adminPlaces(ctx, 'consent.history')) {
    const { id, name } = place.workspace;
    const own = await reading(place, (trx) => queries.purposesOf(trx, id));
    all.push(...own.map((purpose) => ({ ...purpose, workspace: { id, name } })));
  }
  return all;
}
