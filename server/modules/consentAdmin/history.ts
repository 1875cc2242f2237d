import type { z } from 'zod';
import type {
  adminAnswerChoices,
  adminAnswerChoicesInput,
  AdminHistory,
  adminHistoryInput,
  AdminPurpose,
} from '../../../shared/consentAdmin/schema.ts';
import type { maybeInWorkspace } from '../../../shared/text.ts';
import { adminPlaces } from '../../platform/auth/places.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';
import { add, countsIn, dayRangeOf, none } from '../userConsent/dayCounts.ts';
import { reading } from '../userConsent/service.ts';
import * as queries from './queries.ts';

/**
 * Answers of all of the workspaces over time, from their daily counts.
 * @throws AppError 400 for a range that ends before it starts, or of more than ten years
 */
export async function history(
  ctx: SignedInContext,
  { ws: from, workspaceId, purposeId, ...input }: z.output<typeof adminHistoryInput>,
): Promise<AdminHistory> {
  const range = dayRangeOf(ctx.deps.now(), input);
  const counts = countsIn(range);
  const total = none();
  for (const place of await adminPlaces(ctx, 'consent.dashboard', { ws: from, workspaceId })) {
    const { id: ws } = place.workspace;
    const rows = await reading(place, async (trx) => {
      const forms = purposeId === undefined ? undefined : await queries.formsAsking(trx, ws, purposeId);
      // A purpose belongs to one workspace.
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
export async function purposes(
  ctx: SignedInContext,
  input: z.output<typeof maybeInWorkspace>,
): Promise<AdminPurpose[]> {
  const all: AdminPurpose[] = [];
  for (const place of await adminPlaces(ctx, 'consent.history', input)) {
    const { id, name } = place.workspace;
    const own = await reading(place, (trx) => queries.purposesOf(trx, id));
    all.push(...own.map((purpose) => ({ ...purpose, workspace: { id, name } })));
  }
  return all;
}

/** Names of sources in a list of choices. */
const SOURCES = 500;

/** Versions and sources of the answers, and the name of the form that they are filtered by. */
export async function answerChoices(
  ctx: SignedInContext,
  input: z.output<typeof adminAnswerChoicesInput>,
): Promise<z.infer<typeof adminAnswerChoices>> {
  const { consentId } = input;
  let form: { id: string; name: string } | null = null;
  let versions = 0;
  const sources = new Set<string>();
  for (const place of await adminPlaces(ctx, 'consent.history', input)) {
    const { id } = place.workspace;
    const [own, names] = await place.read((trx) =>
      Promise.all([queries.versionsOf(trx, id, consentId), queries.sourcesOf(trx, id, consentId, SOURCES)]),
    );
    if (consentId !== undefined && own.name !== null) form = { id: consentId, name: own.name };
    versions = Math.max(versions, own.versions);
    for (const name of names) sources.add(name);
  }
  return { form, versions, sources: [...sources].toSorted(new Intl.Collator('th').compare).slice(0, SOURCES) };
}
