import { legalDaysOf } from '../../../shared/dataRight/schema.ts';
import type { ImportProblem } from '../../../shared/import/schema.ts';
import { lastSecondAfter } from '../../../shared/request/clock.ts';
import { type RequestImportSummary, requestImportSummary } from '../../../shared/requestImport/schema.ts';
import { contentHash } from '../../platform/crypto/canonical.ts';
import type { TableRow } from '../../platform/imports/table.ts';
import type { Form } from './form.ts';
import type { StoredImport } from './queries.ts';
import { type Candidate, isRight, requestReader, skips } from './reader.ts';

export interface Checked {
  /** Rows without problems, with their position among all rows of the file. */
  readonly candidates: { readonly place: number; readonly row: Candidate }[];
  readonly rejected: { readonly row: TableRow; readonly problems: readonly ImportProblem[] }[];
  /** Of the rejected rows and their problems, without what is in the cells. */
  readonly rejectedHash: string;
  readonly skipped: number;
}

/** Reads the rows of a file; of several rows with one reference only the first is accepted. */
export function checkRows(
  rows: readonly TableRow[],
  { form, stored, now }: { form: Form; stored: Pick<StoredImport, 'mapping'>; now: Date },
): Checked {
  const read = requestReader(form, stored.mapping, now);
  const first = new Map<string, number>();
  const candidates: Checked['candidates'] = [];
  const rejected: Checked['rejected'] = [];
  const reasons: unknown[] = [];
  let skipped = 0;
  for (const [place, row] of rows.entries()) {
    if (skips(row)) {
      skipped += 1;
      continue;
    }
    const parsed = read(row);
    const same = first.get(parsed.reference);
    if (same !== undefined)
      parsed.problems.push({
        row: row.at,
        field: 'reference',
        key: 'requestImport:problem.repeated',
        values: { of: same },
      });
    else if (parsed.reference !== '') first.set(parsed.reference, row.at);
    if (isRight(parsed)) candidates.push({ place, row: parsed });
    else {
      rejected.push({ row, problems: parsed.problems });
      reasons.push([place, ...parsed.problems.map(({ field, key }) => [field, key])]);
    }
  }
  return { candidates, rejected, rejectedHash: contentHash(reasons), skipped };
}

/** Adds the effect of a request to the counts. */
export function count(summary: RequestImportSummary, { stage, receivedAt, rights }: Candidate, form: Form, now: Date) {
  const at = receivedAt.toISOString();
  summary.accepted += 1;
  summary.stages[stage] = (summary.stages[stage] ?? 0) + 1;
  if (summary.from === null || at < summary.from) summary.from = at;
  if (summary.to === null || at > summary.to) summary.to = at;
  const days = form.content.rights
    .filter(({ id }) => rights.some(({ rightRequestId }) => rightRequestId === id))
    .map(legalDaysOf);
  const isOpen = stage !== 'COMPLETE' && stage !== 'CLOSED';
  if (isOpen && lastSecondAfter(receivedAt.getTime(), Math.min(...days)) < now.getTime()) summary.overdue += 1;
}

/** Initial counts. */
export const nothingWritten = (summary: Partial<RequestImportSummary> = {}): RequestImportSummary => ({
  ...requestImportSummary.parse({}),
  ...summary,
});
