import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ImportSheet } from '../../../shared/import/schema.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { original } from '../exports/neutral.ts';
import type { Column, Rows } from '../exports/sheet.ts';
import { xlsxOf } from '../exports/xlsx.ts';
import { storeGenerated } from '../files/service.ts';
import { translate } from '../i18n.ts';
import { ScratchFile } from './scratch.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The column of reasons in a file of rejected rows; left out when such a file is imported again. */
export const REASON_HEADING = 'สิ่งที่ต้องแก้ไข / What to correct';

export interface RejectedRow {
  /** As they stand in the file. */
  cells: readonly string[];
  reasons: string;
}

/**
 * Keeps rejected rows with what is wrong with each, as a workbook to correct and import again. Memory does not grow
 * with them. Answers the file's id.
 */
export async function keepRejectedRows(
  ctx: WorkspaceContext,
  { sheet, fileName }: { sheet: Pick<ImportSheet, 'columns'>; fileName: string },
  rows: Rows<RejectedRow>,
): Promise<string> {
  const columns: Column<RejectedRow>[] = sheet.columns
    .filter(({ heading }) => heading !== REASON_HEADING)
    // The writer guards formulas again: what was guarded in the file is not guarded twice.
    .map(({ index, heading }) => ({
      key: String(index),
      header: heading,
      value: ({ cells }) => original(cells[index] ?? ''),
    }));
  columns.push({ key: 'reasons', header: REASON_HEADING, width: 60, value: ({ reasons }) => reasons });
  const file = await ScratchFile.create(ctx);
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const piece of xlsxOf([
      { sheet: { name: translate(ctx.locale, 'import:rejects.sheet'), columns }, rows },
    ])) {
      hash.update(piece);
      size += piece.length;
      await file.append(piece);
    }
    const name = `${fileName.replace(/\.[^.]+$/, '')} - ${translate(ctx.locale, 'import:rejects.file')}.xlsx`;
    const facts = {
      workspaceId: ctx.workspace.id,
      uploadedBy: ctx.personnel.id,
      name,
      type: TYPE,
      size,
      sha256: hash.digest('hex'),
    };
    return (await storeGenerated(ctx.deps, facts, Readable.from(file.content()))).id;
  } finally {
    await file.dispose();
  }
}
