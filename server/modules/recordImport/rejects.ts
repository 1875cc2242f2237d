import { createHash } from 'node:crypto';
import type { ImportProblem } from '../../../shared/recordImport.ts';
import { headingOf, type RopaColumn } from '../../../shared/ropaSheet.ts';
import type { WorkspaceContext } from '../../context.ts';
import type { Column } from '../../exports/sheet.ts';
import { xlsxOf } from '../../exports/xlsx.ts';
import { keepMade } from '../../files/service.ts';
import { translate } from '../../i18n.ts';
import type { TableRow } from '../../imports/table.ts';
import { original } from '../../exports/neutral.ts';
import { told } from './place.ts';
import type { StoredImport } from './queries.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The column of reasons in a file of rejected rows; left out when such a file is imported again. */
export const REASON_HEADING = 'สิ่งที่ต้องแก้ไข / What to correct';

/** A problem in one sentence of one language, with the heading it is under. */
export function sentenceOf({ field, key, values }: ImportProblem, locale: 'th' | 'en'): string {
  const heading = field === null ? undefined : headingOf(field as RopaColumn, locale);
  // Problems of cells name their column themselves.
  if (values?.column !== undefined) return translate(locale, key, { ...values, column: heading });
  const text = translate(locale, key, values);
  return heading ? `${heading}: ${text}` : text;
}

const reasons = (problems: readonly ImportProblem[]): string => [...problems.map((problem) => sentenceOf(problem, 'th')), ...problems.map((problem) => sentenceOf(problem, 'en'))].join('\n');

/** The rejected rows as they stand in the file, with what is wrong with each in both languages, as a workbook to correct. Answers the file's id. */
export async function keepRejects(ctx: WorkspaceContext, { sheet, fileName }: StoredImport, rows: readonly TableRow[], rejected: ReadonlyMap<number, ImportProblem[]>): Promise<string> {
  const columns: Column<TableRow>[] = sheet.columns
    .filter(({ heading }) => heading !== REASON_HEADING)
    // The writer guards formulas again: what was guarded in the file is not guarded twice.
    .map(({ index, heading }) => ({ key: String(index), header: heading, value: ({ cells }) => original(cells[index] ?? '') }));
  columns.push({ key: 'reasons', header: REASON_HEADING, width: 60, value: ({ at }) => reasons((rejected.get(at) ?? []).map(told(sheet))) });
  const pieces: Uint8Array[] = [];
  const table = { sheet: { name: translate(ctx.locale, 'recordImport:rejects.sheet'), columns }, rows: rows.filter(({ at }) => rejected.has(at)) };
  for await (const piece of xlsxOf([table])) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const name = `${fileName.replace(/\.[^.]+$/, '')} - ${translate(ctx.locale, 'recordImport:rejects.file')}.xlsx`;
  const facts = { workspaceId: ctx.workspace.id, uploadedBy: ctx.personnel.id, name, type: TYPE, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), unattached: true };
  return (await keepMade(ctx.deps, facts, bytes)).id;
}
