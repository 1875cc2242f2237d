import type { z } from 'zod';
import type { ExportMaker } from '../../../platform/exports/maker.ts';
import { csvOf, type Sheet } from '../../../platform/exports/sheet.ts';
import { fileNameOf, titleOf } from '../../../platform/exports/texts.ts';
import { xlsxOf } from '../../../platform/exports/xlsx.ts';
import { incidentWords } from './facts.ts';
import { registerColumns } from './registerColumns.ts';
import {
  countRows,
  type RegisterInput,
  registerInput,
  type RegisterJob,
  type RegisterRow,
  watchedRows,
} from './registerRows.ts';

/** The register of incidents under the filters of their list, newest first, with every column. */
export const incidents: ExportMaker<RegisterInput> = {
  input: registerInput as unknown as z.ZodType<RegisterInput>,
  fileName: (job) => fileNameOf(job, incidentWords(job.locale).t('sheet.title')),
  // The rest of a deflated sheet cannot be written without its beginning: a workbook begins again.
  resumes: async (job, position) =>
    job.format === 'csv' &&
    JSON.stringify(headingsOf(job)) === JSON.stringify((JSON.parse(position) as Position).columns),
  async make(job) {
    const total = await countRows(job);
    const from = job.position === null ? null : (JSON.parse(job.position) as Position);
    const state = { done: from?.done ?? 0 };
    const rows = watchedRows(job, total, state, from?.number ?? null);
    if (job.format === 'xlsx') return xlsxOf([{ sheet: sheetOf(job), rows }]);
    const columns = headingsOf(job);
    return csvOf(sheetOf(job), rows, {
      head: from === null,
      onRow: ({ number }) => job.mark(JSON.stringify({ number, done: state.done, columns } satisfies Position)),
    });
  },
};

/** Where a run is: behind an incident, under columns that a later run must still have. */
interface Position {
  readonly number: number;
  readonly done: number;
  readonly columns: string[];
}
const headingsOf = (job: RegisterJob): string[] => sheetOf(job).columns.map(({ header }) => header);

function sheetOf(job: RegisterJob): Sheet<RegisterRow> {
  const { t } = incidentWords(job.locale);
  return {
    name: t('sheet.title'),
    title: titleOf(job, t('sheet.title'), filtersOf(job)),
    columns: registerColumns(job),
  };
}

/** What the rows were narrowed by, in words. */
function filtersOf(job: RegisterJob): string[] {
  const { t } = incidentWords(job.locale);
  const { status, risk, cause, clock, fromMonth, toMonth, query } = job.input;
  return [
    ...(query ? [query] : []),
    ...(status === 'ALL' ? [] : [`${t('meta.status')}: ${t(`incident:status.${status}`)}`]),
    ...(risk === 'ALL'
      ? []
      : [`${t('meta.risk')}: ${risk === 'UNDECIDED' ? t('incidentLetter:unknown') : t(`incident:riskLevel.${risk}`)}`]),
    ...(cause === 'ALL' ? [] : [`${t('incidentLetter:label.cause')}: ${t(`incident:cause.${cause}`)}`]),
    ...(clock === 'ALL' ? [] : [`${t('column.clock')}: ${t(`incident:clockFilter.${clock}`)}`]),
    ...(fromMonth || toMonth ? [`${t('column.createdAt')}: ${fromMonth ?? '…'} – ${toMonth ?? '…'}`] : []),
  ];
}
