import { setImmediate } from 'node:timers/promises';
import type { ConsentImportSummary } from '../../../shared/consentImport/schema.ts';
import { type ImportProblem, PROBLEM_LIMIT } from '../../../shared/import/schema.ts';
import type { ConsentAction } from '../../../shared/userConsent/schema.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { placesOf, rowAt } from '../../platform/imports/place.ts';
import { rowsOf } from '../../platform/imports/readTable.ts';
import type { TableRow, TableType } from '../../platform/imports/table.ts';
import { bangkokMonth } from '../../../shared/months.ts';
import { uidHash } from '../userConsent/record.ts';
import type { Form, FormVersion } from './form.ts';
import type { Moment } from '../../platform/imports/moment.ts';
import type { StoredImport } from './queries.ts';
import { READ_LIMITS } from './read.ts';
import { consentReader, type ReadRow, skips } from './reader.ts';
import { choiceHash, momentHash, duplicateIndex } from './duplicateIndex.ts';
import { REPEAT_LIMIT } from '../../../shared/consentImport/schema.ts';

/** A row without problems that repeats no earlier row. */
export interface Candidate extends ReadRow {
  /** Its place among all rows of the file. */
  order: number;
  moment: Moment;
  version: FormVersion;
  action: ConsentAction;
  uidHash: Buffer;
}

export interface Chunk {
  candidates: Candidate[];
  /** Rows of the file up to the end of this chunk. */
  read: number;
}

/** Rows that are written together. */
const CHUNK_ROWS = 2_500;
/** Rows after which a chunk ends, however few of them are accepted. */
const LOOKED_AT = 20_000;

/** Counters of everything that is not a candidate. */
export const nothingMet = () => ({
  rows: 0,
  skipped: 0,
  rejected: 0,
  repeated: 0,
  problems: 0,
  repeats: [] as ConsentImportSummary['repeats'],
  first: [] as ImportProblem[],
});
export type Met = ReturnType<typeof nothingMet>;

/**
 * Reads the rows of a file once, in chunks. Memory does not grow with the file, except for the index of rows that were
 * read (16 bytes each).
 * @param options.skip rows at the start that are only indexed, since an earlier run has committed them
 * @param options.rejected is called for each row with a problem
 */
export async function* walk(
  file: { path: string; type: TableType },
  {
    form,
    stored,
    key,
    now,
    total,
    signal,
  }: { form: Form; stored: StoredImport; key: WorkspaceKey; now: Date; total: number; signal: AbortSignal },
  {
    met,
    skip = 0,
    rejected,
  }: {
    met: Met;
    skip?: number;
    rejected?: (row: TableRow, problems: readonly ImportProblem[]) => Promise<void> | void;
  },
): AsyncGenerator<Chunk> {
  const read = consentReader(form, stored.mapping, now);
  const duplicates = duplicateIndex(total);
  let candidates: Candidate[] = [];
  let count = 0;
  let handed = 0;
  for await (const rows of numberedRows(file, stored, signal)) {
    // The database waits for the node between the statements of the previous chunk.
    await setImmediate();
    for (const row of rows) {
      count += 1;
      if (skips(row)) {
        met.skipped += 1;
        continue;
      }
      met.rows += 1;
      const parsed = read(row);
      if (parsed.problems.length > 0) {
        met.rejected += 1;
        met.problems += parsed.problems.length;
        if (met.first.length < PROBLEM_LIMIT)
          met.first.push(...parsed.problems.slice(0, PROBLEM_LIMIT - met.first.length));
        await rejected?.(row, parsed.problems);
        continue;
      }
      const own = parsed as Candidate;
      own.uidHash = uidHash(key, own.uid);
      own.order = count;
      const same = duplicates.first(
        ...momentHash(own.uidHash, own.moment.at.getTime()),
        row.at,
        choiceHash(own.granted),
      );
      if (same !== undefined) {
        met.repeated += 1;
        if (met.repeats.length < REPEAT_LIMIT) met.repeats.push({ row: row.at, of: same });
      } else if (count > skip) candidates.push(own);
      if (candidates.length < CHUNK_ROWS) continue;
      yield { candidates, read: count };
      candidates = [];
      handed = count;
    }
    if (count - handed < LOOKED_AT || count <= skip) continue;
    yield { candidates, read: count };
    candidates = [];
    handed = count;
  }
  yield { candidates, read: count };
}

/** The rows below the headings of all sheets that are read, with numbers of `rowAt`. */
async function* numberedRows(
  file: { path: string; type: TableType },
  { sheet }: StoredImport,
  signal: AbortSignal,
): AsyncGenerator<TableRow[]> {
  for (const [place, one] of placesOf(sheet).entries())
    for await (const rows of rowsOf(file, one.sheet, { limits: READ_LIMITS, signal })) {
      const below = rows.filter(({ at }) => at > one.headingRow);
      for (const row of below) row.at = rowAt(place, row.at);
      yield below;
    }
}

/** Adds a row that is written to the counts. */
export function count(
  summary: ConsentImportSummary,
  { moment, action, version }: Pick<Candidate, 'moment' | 'action' | 'version'>,
): void {
  const at = moment.at.toISOString();
  const month = bangkokMonth(moment.at);
  summary.accepted += 1;
  summary.actions[action] += 1;
  summary.months[month] = (summary.months[month] ?? 0) + 1;
  summary.versions[version.version] = (summary.versions[version.version] ?? 0) + 1;
  if (summary.from === null || at < summary.from) summary.from = at;
  if (summary.to === null || at > summary.to) summary.to = at;
}
