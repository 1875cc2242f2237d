import { setImmediate } from 'node:timers/promises';
import {
  type ImportMapping,
  type ImportSheet,
  isColumnField,
  isExample,
  isImported,
  partOf,
} from '../../../shared/recordImport/schema.ts';
import { joined } from '../../../shared/ropa/rows.ts';
import { parseCell, ROPA_COLUMNS, type RopaColumn, type SheetCells } from '../../../shared/ropa/sheet.ts';
import { original } from '../../platform/exports/neutral.ts';
import type { TableRow } from '../../platform/imports/table.ts';
import type { ApplicationFacts, LineFacts, PurposeFacts, RowFacts } from './facts.ts';
import type { Interpreter } from './foreign/interpreter.ts';
import { translated } from './foreign/translate.ts';
import { type ProblemList, problemList } from './problems.ts';

/** Codes identify records; a row that has nothing but a code has no content. */
const CODES = new Set<RopaColumn>(['applicationCode', 'purposeCode', 'flowCode']);

/** Rows between yields to other work. */
const AT_ONCE = 200;

/**
 * Reads the rows of a file by its mapping. Rows marked as examples are left out.
 * @param interpreter interprets the texts of a table of another tool; null: it is one of ours, whose rows can continue
 * the row above
 */
export async function factsOf(
  rows: readonly TableRow[],
  sheet: Pick<ImportSheet, 'columns'>,
  mapping: ImportMapping,
  interpreter: Interpreter | null,
): Promise<{ facts: RowFacts[]; problems: ProblemList; skipped: Set<number> }> {
  const problems = problemList();
  const facts: RowFacts[] = [];
  const skipped = new Set<number>();
  const data = rows.filter(({ at, cells }) => {
    if (!isExample(cells)) return true;
    skipped.add(at);
    return false;
  });
  const texts = interpreter ? await translated(data, sheet, mapping, interpreter) : textsOf(data, mapping);
  for (const [place, { cells, at }] of texts.entries()) {
    if (place % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const parts: Record<'application' | 'purpose' | 'flow' | 'row', Record<string, unknown>> = {
      application: {},
      purpose: {},
      flow: {},
      row: {},
    };
    const filled = new Set<string>();
    for (const key of Object.keys(cells) as RopaColumn[]) {
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

/** The rows of our own table as texts by their columns, continued ones with the row that they continue. */
function textsOf(
  data: readonly TableRow[],
  { fields, constants }: ImportMapping,
): { at: number; cells: Partial<SheetCells> }[] {
  // The number is read too: it tells which rows continue another.
  const mapped = Object.entries(fields).filter(
    ([key]) => key === 'number' || (isImported(key) && isColumnField(key)),
  ) as [RopaColumn, number][];
  const always = Object.entries(constants).filter(([key]) => isImported(key) && isColumnField(key)) as [
    RopaColumn,
    string,
  ][];
  const texts = data.map(({ cells }) => {
    const text: Partial<SheetCells> = Object.fromEntries(
      mapped.map(([key, index]) => [key, original(cells[index] ?? '')]),
    );
    // Of a mapping entry, only where there is one.
    const hasLine = Boolean(text.attributes?.trim() || text.sensitiveAttributes?.trim());
    for (const [key, constant] of always) if (partOf(key) !== 'flow' || hasLine) text[key] ||= constant;
    return text;
  });
  return joined(texts).map(({ cells, at }) => ({ at: data[at]!.at, cells }));
}
