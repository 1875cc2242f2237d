import type { z } from 'zod';
import { byRecord, type FilterStatements } from '../../../platform/exports/filters.ts';
import { tableMaker } from '../../../platform/exports/table.ts';
import { incidentWords } from './words.ts';
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
  excess: (excess, job) => `${label(job, 'excess')}: ${incidentWords(job.locale).t(`incident:excessFilter.${excess}`)}`,
  applicationId: byRecord((job) => label(job, 'application'), 'applications'),
  purposeId: byRecord((job) => label(job, 'purpose'), ['purposes', 'title']),
  piiCategoryId: byRecord((job) => label(job, 'piiCategory'), ['piiCategories', 'name']),
  fromMonth: (month, job) => `${label(job, 'fromMonth')}: ${month}`,
  toMonth: (month, job) => `${label(job, 'toMonth')}: ${month}`,
  mine: (_, job) => `${label(job, 'mine')}: ${job.requestedBy.name}`,
};

/** The register of incidents under the filters of their list, newest first, with every column. */
export const incidents = tableMaker<RegisterInput, RegisterRow, number>({
  input: registerInput as unknown as z.ZodType<RegisterInput>,
  filters: FILTERS,
  name: (job) => incidentWords(job.locale).t('sheet.title'),
  columns: registerColumns,
  rows: async (job, from) => watchedRows(job, await countRows(job), from, from.after),
  afterOf: ({ number }) => number,
});
