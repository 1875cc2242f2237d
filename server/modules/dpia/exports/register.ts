import type { z } from 'zod';
import { cellParts } from '../../../../shared/dpia/risk.ts';
import { DPIA_STATUSES } from '../../../../shared/dpia/status.ts';
import { byRecord, type FilterStatements, statedFilters } from '../../../platform/exports/filters.ts';
import type { ExportMaker } from '../../../platform/exports/maker.ts';
import { csvOf, type Sheet } from '../../../platform/exports/sheet.ts';
import { fileNameOf, titleOf } from '../../../platform/exports/texts.ts';
import { xlsxOf } from '../../../platform/exports/xlsx.ts';
import { translate } from '../../../platform/i18n.ts';
import {
  consultationColumns,
  type ConsultationLine,
  dpiaColumns,
  worstCaseColumns,
  type WorstCaseLine,
} from './columns.ts';
import { assessments, countAssessments, type DpiaJob, type ExportInput, exportInput } from './rows.ts';

type Words = Pick<DpiaJob, 'locale'>;
const word = ({ locale }: Words, key: string, values?: Record<string, unknown>): string =>
  translate(locale, key, values);
const labelled = (job: Words, label: string, value: string): string => `${word(job, `dpiaList:${label}`)}: ${value}`;
const cell = (job: Words, value: string): string => {
  const [width, likelihood, impact] = cellParts(value);
  return word(job, 'dpiaList:filter.cell', { width, likelihood, impact });
};
const risk = (job: Words, label: string, value: string): string =>
  labelled(job, `column.${label}`, word(job, `dpiaAssessment:risk.${value}`));

/** The filters of the rows, in words. */
const FILTERS: FilterStatements<ExportInput> = {
  query: (query) => query,
  variant: (variant, job) => word(job, `dpiaList:title.${variant}`),
  status: (status, job) =>
    labelled(
      job,
      'column.status',
      word(
        job,
        `dpiaAssessment:${(DPIA_STATUSES as readonly string[]).includes(status) ? 'status' : 'treatment'}.${status}`,
      ),
    ),
  required: (required, job) => labelled(job, 'column.required', word(job, `dpiaList:required.${required}`)),
  risk: (level, job) => risk(job, 'residualRisk', level),
  initialRisk: (level, job) => risk(job, 'initialRisk', level),
  residualCell: (value, job) => labelled(job, 'filter.residualCell', cell(job, value)),
  initialCell: (value, job) => labelled(job, 'filter.initialCell', cell(job, value)),
  review: (review, job) => labelled(job, 'filter.review', word(job, `dpiaList:review.${review}`)),
  applicationId: byRecord((job) => word(job, 'dpiaList:column.application'), 'applications'),
  reviewerId: byRecord((job) => word(job, 'dpiaList:column.reviewer'), 'personnel'),
};

/**
 * Drafts of impact assessments under the filters of their list, one row each; in xlsx with two more sheets: one row for
 * each worst case and for each consultation.
 */
export const dpiaRegisterExport: ExportMaker<ExportInput> = {
  input: exportInput as unknown as z.ZodType<ExportInput>,
  filters: FILTERS,
  fileName: (job) => fileNameOf(job, word(job, 'dpia:exportTitle.register')),
  async make(job) {
    const sheets = job.format === 'xlsx' ? 3 : 1;
    const total = (await countAssessments(job)) * sheets;
    let done = 0;
    const onPage = (count: number) => {
      done += count;
      job.progress(done, Math.max(done, total));
    };
    onPage(0);
    const title = word(job, 'dpia:exportTitle.register');
    const lines = titleOf(job, title, await statedFilters(job, dpiaRegisterExport));
    const sheetOf = <Row>(name: string, columns: Sheet<Row>['columns']): Sheet<Row> => ({
      name,
      title: lines,
      columns,
    });
    const register = sheetOf(title, dpiaColumns(job.locale));
    if (job.format === 'csv') return csvOf(register, assessments(job, onPage));
    return xlsxOf([
      { sheet: register, rows: assessments(job, onPage) },
      {
        sheet: sheetOf(word(job, 'dpiaSheet:worstCases'), worstCaseColumns(job.locale)),
        rows: worstCaseLines(job, onPage),
      },
      {
        sheet: sheetOf(word(job, 'dpiaSheet:consultations'), consultationColumns(job.locale)),
        rows: consultationLines(job, onPage),
      },
    ] as Parameters<typeof xlsxOf>[0]);
  },
};

async function* worstCaseLines(job: DpiaJob, onPage: (count: number) => void): AsyncGenerator<WorstCaseLine> {
  for await (const dpia of assessments(job, onPage))
    for (const [index, worstCase] of dpia.draft.worstCases.entries()) yield { dpia, worstCase, number: index + 1 };
}

async function* consultationLines(job: DpiaJob, onPage: (count: number) => void): AsyncGenerator<ConsultationLine> {
  for await (const dpia of assessments(job, onPage))
    for (const side of ['internal', 'external'] as const)
      for (const consultation of dpia.draft.consultation[side]) yield { dpia, side, consultation };
}
