import {
  type ImportCounts,
  type ImportSummary,
  importSummary,
  NAME_LIMIT,
} from '../../../shared/recordImport/schema.ts';
import type { Effect } from './planner.ts';

const tally = (): ImportCounts => ({ created: 0, changed: 0, unchanged: 0, removed: 0 });

/** Adds the effect of an application to the counts. */
export function count(
  summary: ImportSummary,
  { plan, before, outcome, sameFields, purposes: own }: Effect,
  id: string | null = before?.id ?? null,
): void {
  summary.accepted += plan.rows.length;
  summary.applications[outcome] += 1;
  let opened = false;
  for (const purpose of own) {
    const kind =
      purpose.before === null ? (purpose.comes ? 'unchanged' : 'created') : purpose.same ? 'unchanged' : 'changed';
    summary.purposes[kind] += 1;
    if (kind === 'changed' && purpose.before?.status === 'published')
      note(summary.reopened, purpose.before.content.title.th);
    for (const line of purpose.lines)
      summary.lines[line.same ? 'unchanged' : line.id === null ? 'created' : 'changed'] += 1;
    summary.lines.removed += purpose.removed.length;
    if (!purpose.linked || purpose.removed.length > 0 || purpose.lines.some((line) => !line.same)) opened = true;
  }
  if (before?.status === 'published' && (opened || !sameFields)) note(summary.reopened, before.name);
  if (summary.outcomes.length < NAME_LIMIT) summary.outcomes.push({ id, name: plan.name, outcome });
}
const note = (names: string[], name: string): void => {
  if (names.length < NAME_LIMIT && !names.includes(name)) names.push(name);
};

export const emptySummary = (): ImportSummary => ({
  ...importSummary.parse({}),
  applications: tally(),
  purposes: tally(),
  lines: tally(),
});
