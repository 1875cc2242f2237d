import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { listFilters } from '../../../shared/list.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { listRefusals, REFUSAL_LIST, type Refusal } from '../../../shared/requestRefusal/schema.ts';
import { byPeriod, byRecord, type FilterStatements } from '../../platform/exports/filters.ts';
import type { ExportJob } from '../../platform/exports/maker.ts';
import { countedPages } from '../../platform/exports/progress.ts';
import type { Column } from '../../platform/exports/sheet.ts';
import { tableMaker } from '../../platform/exports/table.ts';
import { translate } from '../../platform/i18n.ts';
import { countOf } from '../../platform/list/list.ts';
import { narrowed } from './list.ts';
import { refusalsOf } from './service.ts';

const input = listFilters(REFUSAL_LIST).extend(listRefusals.pick({ query: true, from: true, to: true }).shape);
type Input = z.output<typeof input>;
type Job = ExportJob<Input>;

const PAGE = 500;
const word = ({ locale }: Pick<Job, 'locale'>, key: string, values: Record<string, unknown> = {}): string =>
  translate(locale, key, values);
const rightName = (job: Job, code: string): string =>
  word(job, code === 'CUSTOM' ? 'requestRefusal:customRight' : `request:right.${code}`);

/** The filters of the rows, in words. */
const FILTERS: FilterStatements<Input> = {
  query: (query) => query,
  right: (right, job) => `${word(job, 'requestRefusal:column.right')}: ${rightName(job, right)}`,
  ground: (ground, job) => `${word(job, 'requestRefusal:column.ground')}: ${word(job, `request:ground.${ground}`)}`,
  required: (required, job) => word(job, `requestRefusal:required.${required}`),
  applicationId: byRecord((job) => word(job, 'requestRefusal:column.application'), 'applications'),
  ...byPeriod,
};

/** The register of refusals under the filters of its list, newest request first. */
export const refusals = tableMaker<Input, Refusal>({
  input: input as unknown as z.ZodType<Input>,
  filters: FILTERS,
  name: (job) => word(job, 'requestRefusal:exportTitle'),
  columns: columnsOf,
  rows: async (job) => countedPages(job, pages(job), await job.transaction((trx) => countOf(rowsOf(trx, job)))),
});

/** Those that existed when the export was requested. */
const rowsOf = (trx: Trx, job: Job) =>
  narrowed(trx, job, listRefusals.parse(job.input)).where(
    'requestRefusals.closedAt',
    '<=',
    job.requestedAt.toISOString() as never,
  );

/** By their ids, which do not change: no refusal is left out or repeated while others are added or removed. */
async function* pages(job: Job): AsyncGenerator<Refusal[]> {
  let last: string | undefined;
  do {
    const before: string | undefined = last;
    const ids = await job.transaction(async (trx) => {
      const rows = rowsOf(trx, job).select('requestRefusals.id').orderBy('requestRefusals.id', 'desc').limit(PAGE);
      const found = await (before ? rows.where('requestRefusals.id', '<', before) : rows).execute();
      return found.map(({ id }) => id);
    });
    if (ids.length > 0) yield await job.transaction((trx) => refusalsOf(trx, job, ids));
    last = ids.length === PAGE ? ids.at(-1) : undefined;
  } while (last !== undefined);
}

/** Every column, in the language of the job. */
function columnsOf(job: Job): Column<Refusal>[] {
  const column = (
    key: string,
    width: number,
    value: Column<Refusal>['value'],
    type?: Column<Refusal>['type'],
  ): Column<Refusal> => ({
    key,
    header: word(job, `requestRefusal:column.${key}`),
    width,
    value,
    ...(type && { type }),
  });
  return [
    column('number', 14, ({ request }) => requestReference(request.number)),
    column('right', 32, ({ right: { name } }) => (job.locale === 'en' && name.en) || name.th),
    column('part', 32, ({ part }) =>
      part === null
        ? word(job, 'requestRefusal:fullRight')
        : word(job, 'requestRefusal:partOf', { task: word(job, `requestTask:kind.${part}`) }),
    ),
    column('section', 10, ({ section }) => section),
    column('required', 32, ({ required }) => word(job, `requestRefusal:required.${required ? 'YES' : 'NO'}`)),
    column('ground', 40, ({ ground }) => word(job, `request:ground.${ground}`)),
    column('reason', 60, ({ reason }) => reason),
    column('application', 32, ({ application }) => application.name),
    column('receivedAt', 18, ({ receivedAt }) => new Date(receivedAt), 'dateTime'),
    column('closedAt', 18, ({ closedAt }) => new Date(closedAt), 'dateTime'),
    column('decidedBy', 24, ({ decidedBy }) => decidedBy?.name ?? null),
  ];
}
