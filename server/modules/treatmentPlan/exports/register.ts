import type { z } from 'zod';
import { listFilters } from '../../../../shared/list.ts';
import { listPlans, PLAN_LIST, type PlanItem } from '../../../../shared/treatmentPlan/schema.ts';
import { byRecord, type FilterStatements } from '../../../platform/exports/filters.ts';
import type { ExportJob } from '../../../platform/exports/maker.ts';
import type { Column } from '../../../platform/exports/sheet.ts';
import { tableMaker } from '../../../platform/exports/table.ts';
import { translate } from '../../../platform/i18n.ts';
import { countPlans, pageOfPlans } from '../list.ts';

/** The filters of the list. */
const exportInput = listFilters(PLAN_LIST).extend(listPlans.pick({ query: true }).shape);
type ExportInput = z.output<typeof exportInput>;
type PlanJob = ExportJob<ExportInput>;
type Words = Pick<PlanJob, 'locale'>;

const word = ({ locale }: Words, key: string): string => translate(locale, `treatmentPlanScreen:${key}`);

/** The filters of the rows, in words. */
const FILTERS: FilterStatements<ExportInput> = {
  query: (query) => query,
  status: (status, job) => `${word(job, 'column.status')}: ${word(job, `status.${status}`)}`,
  due: (due, job) => `${word(job, 'filter.due')}: ${word(job, `due.${due}`)}`,
  risk: (risk, job) => `${word(job, 'column.residualRisk')}: ${translate(job.locale, `dpiaAssessment:risk.${risk}`)}`,
  assigneeId: byRecord((job) => word(job, 'column.assignee'), 'personnel'),
  applicationId: byRecord((job) => word(job, 'column.application'), 'applications'),
  dpiaId: byRecord((job) => word(job, 'column.dpia'), 'dpias'),
  mine: (_, job) => `${word(job, 'column.assignee')}: ${job.requestedBy.name}`,
};

/** Treatment plans under the filters of their list that the requester can read, one row each. */
export const treatmentPlanExport = tableMaker<ExportInput, PlanItem>({
  input: exportInput as unknown as z.ZodType<ExportInput>,
  filters: FILTERS,
  name: (job) => translate(job.locale, 'treatmentPlan:exportTitle'),
  columns: planColumns,
  rows: plans,
});

async function* plans(job: PlanJob): AsyncGenerator<PlanItem> {
  const input = listPlans.parse(job.input);
  const total = await job.transaction((trx) => countPlans(trx, job, input));
  let done = 0;
  for (let after: string | undefined; ;) {
    job.progress(done, Math.max(done, total));
    const page: PlanItem[] = await job.transaction((trx) => pageOfPlans(trx, job, input, after));
    if (page.length === 0) return;
    yield* page;
    done += page.length;
    after = page.at(-1)!.id;
  }
}

function planColumns(job: Words): Column<PlanItem>[] {
  const { locale } = job;
  const risk = (level: string | null): string => translate(locale, `dpiaAssessment:risk.${level ?? 'none'}`);
  return [
    {
      key: 'title',
      header: word(job, 'column.plan'),
      width: 40,
      value: ({ title }) => (locale === 'en' && title.en) || title.th,
    },
    { key: 'status', header: word(job, 'column.status'), width: 18, value: (one) => word(job, `status.${one.status}`) },
    {
      key: 'method',
      header: word(job, 'field.method'),
      width: 20,
      value: ({ method }) => translate(locale, `dpiaAssessment:method.${method}`),
    },
    {
      key: 'residualRisk',
      header: word(job, 'column.residualRisk'),
      width: 18,
      value: ({ residualRisk }) => risk(residualRisk),
    },
    {
      key: 'expectedRisk',
      header: word(job, 'field.expectedRisk'),
      width: 18,
      value: ({ expectedRisk }) => expectedRisk && risk(expectedRisk),
    },
    {
      key: 'expectedOn',
      header: word(job, 'column.due'),
      width: 14,
      type: 'date',
      value: ({ expectedOn }) => new Date(expectedOn),
    },
    { key: 'assignee', header: word(job, 'column.assignee'), width: 24, value: ({ assignee }) => assignee?.name },
    { key: 'application', header: word(job, 'column.application'), width: 32, value: (one) => one.application.name },
    { key: 'dpia', header: word(job, 'column.dpia'), width: 36, value: ({ dpia }) => dpia.name },
    {
      key: 'version',
      header: translate(locale, 'dpiaSheet:version'),
      width: 12,
      type: 'number',
      value: ({ dpia }) => dpia.version,
    },
    {
      key: 'actions',
      header: word(job, 'column.actions'),
      width: 10,
      type: 'number',
      value: ({ actionCount }) => actionCount,
    },
    {
      key: 'closedAt',
      header: translate(locale, 'dpiaSheet:closedAt'),
      width: 18,
      type: 'dateTime',
      value: ({ closedAt }) => closedAt && new Date(closedAt),
    },
  ];
}
