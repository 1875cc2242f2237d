import type { z } from 'zod';
import { byRecord, type FilterStatements, statedFilters } from '../../../platform/exports/filters.ts';
import type { ExportMaker } from '../../../platform/exports/maker.ts';
import { csvOf, type Sheet } from '../../../platform/exports/sheet.ts';
import { fileNameOf, titleOf } from '../../../platform/exports/texts.ts';
import { xlsxOf } from '../../../platform/exports/xlsx.ts';
import { applicationName } from '../../application/recordName.ts';
import { piiCategoryName } from '../../piiCategory/recordName.ts';
import { purposeName } from '../../purpose/recordName.ts';
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

const label = (job: Pick<RegisterJob, 'locale'>, key: string): string =>
  incidentWords(job.locale).t(`incident:filter.${key}`);

/** The filters of the rows, in words. */
const FILTERS: FilterStatements<RegisterInput> = {
  query: (query) => query,
  status: (status, job) =>
    `${label(job, 'status')}: ${incidentWords(job.locale).t(status === 'OPEN' || status === 'WITH_DPO' ? `incident:statusGroup.${status}` : `incident:status.${status}`)}`,
  risk: (risk, job) =>
    `${label(job, 'risk')}: ${incidentWords(job.locale).t(risk === 'UNDECIDED' ? 'incidentLetter:unknown' : `incident:riskLevel.${risk}`)}`,
  cause: (cause, job) => `${label(job, 'cause')}: ${incidentWords(job.locale).t(`incident:cause.${cause}`)}`,
  clock: (clock, job) => `${label(job, 'clock')}: ${incidentWords(job.locale).t(`incident:clockFilter.${clock}`)}`,
  applicationId: byRecord((job) => label(job, 'application'), applicationName),
  purposeId: byRecord((job) => label(job, 'purpose'), purposeName),
  piiCategoryId: byRecord((job) => label(job, 'piiCategory'), piiCategoryName),
  fromMonth: (month, job) => `${label(job, 'fromMonth')}: ${month}`,
  toMonth: (month, job) => `${label(job, 'toMonth')}: ${month}`,
  mine: (_, job) => `${label(job, 'mine')}: ${job.requestedBy.name}`,
};

/** The register of incidents under the filters of their list, newest first, with every column. */
export const incidents: ExportMaker<RegisterInput> = {
  input: registerInput as unknown as z.ZodType<RegisterInput>,
  filters: FILTERS,
  fileName: (job) => fileNameOf(job, incidentWords(job.locale).t('sheet.title')),
  // The rest of a deflated sheet cannot be written without its beginning: a workbook starts again.
  resumes: async (job, position) =>
    job.format === 'csv' &&
    JSON.stringify(headingsOf(job)) === JSON.stringify((JSON.parse(position) as Position).columns),
  async make(job) {
    const total = await countRows(job);
    const from = job.position === null ? null : (JSON.parse(job.position) as Position);
    const state = { done: from?.done ?? 0 };
    const rows = watchedRows(job, total, state, from?.number ?? null);
    const sheet = await sheetOf(job);
    if (job.format === 'xlsx') return xlsxOf([{ sheet, rows }]);
    const columns = headingsOf(job);
    return csvOf(sheet, rows, {
      head: from === null,
      onRow: ({ number }) => job.mark(JSON.stringify({ number, done: state.done, columns } satisfies Position)),
    });
  },
};

/** The position of a run: after an incident, with columns that a later run must still have. */
interface Position {
  readonly number: number;
  readonly done: number;
  readonly columns: string[];
}
const headingsOf = (job: RegisterJob): string[] => registerColumns(job).map(({ header }) => header);

async function sheetOf(job: RegisterJob): Promise<Sheet<RegisterRow>> {
  const { t } = incidentWords(job.locale);
  return {
    name: t('sheet.title'),
    title: titleOf(job, t('sheet.title'), await statedFilters(job, incidents)),
    columns: registerColumns(job),
  };
}
