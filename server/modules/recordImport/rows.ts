import type { ImportMapping } from '../../../shared/recordImport/schema.ts';
import { isExample, isImported } from '../../../shared/recordImport/schema.ts';
import { joined } from '../../../shared/ropa/rows.ts';
import { parseCell, ROPA_COLUMNS, type RopaColumn, type SheetCells } from '../../../shared/ropa/sheet.ts';
import { original } from '../../platform/exports/neutral.ts';
import type { TableRow } from '../../platform/imports/table.ts';
import type { ApplicationFacts, LineFacts, PurposeFacts, RowFacts } from './facts.ts';
import { type ProblemList, problemList } from './problems.ts';

/** Codes tell records apart; alone they say nothing of one. */
const CODES = new Set<RopaColumn>(['applicationCode', 'purposeCode', 'flowCode']);

/**
 * Reads the rows of a file by its mapping, continued ones with the row they carry on. Rows marked as examples are left
 * out.
 */
export function factsOf(
  rows: readonly TableRow[],
  { fields }: ImportMapping,
): { facts: RowFacts[]; problems: ProblemList; skipped: Set<number> } {
  const problems = problemList();
  const facts: RowFacts[] = [];
  const skipped = new Set<number>();
  // The number is read too: it says which rows carry on another.
  const mapped = Object.entries(fields).filter(([key]) => key === 'number' || isImported(key)) as [
    RopaColumn,
    number,
  ][];
  const data = rows.filter(({ at, cells }) => {
    if (!isExample(cells)) return true;
    skipped.add(at);
    return false;
  });
  const texts = data.map(
    ({ cells }) =>
      Object.fromEntries(mapped.map(([key, index]) => [key, original(cells[index] ?? '')])) as Partial<SheetCells>,
  );
  for (const { cells, at: place } of joined(texts)) {
    const { at } = data[place]!;
    const parts: Record<'application' | 'purpose' | 'flow' | 'row', Record<string, unknown>> = {
      application: {},
      purpose: {},
      flow: {},
      row: {},
    };
    const filled = new Set<string>();
    for (const [key] of mapped) {
      const text = cells[key] ?? '';
      const part = ROPA_COLUMNS[key].of;
      if (text.trim() !== '' && !CODES.has(key)) filled.add(part);
      const { value, problem } = parseCell(key, text);
      if (problem) problems.add(at, key, problem.key, problem.values);
      else parts[part][key] = value;
    }
    const application = parts.application as unknown as ApplicationFacts;
    const purpose = parts.purpose as unknown as PurposeFacts;
    if (!application.applicationName) problems.add(at, 'applicationName', 'errors:required');
    else if (!purpose.titleTh && (filled.has('purpose') || filled.has('flow')))
      problems.add(at, 'titleTh', 'recordImport:problem.needsPurpose');
    if (application.applicationName)
      facts.push({
        at,
        application,
        purpose: purpose.titleTh ? purpose : null,
        line: purpose.titleTh && filled.has('flow') ? (parts.flow as LineFacts) : null,
      });
  }
  return { facts, problems, skipped };
}
