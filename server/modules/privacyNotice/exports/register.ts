import type { z } from 'zod';
import type { Trx } from '../../../../db/client.ts';
import { listFilters } from '../../../../shared/list.ts';
import { listNotices, NOTICE_LIST } from '../../../../shared/privacyNotice/schema.ts';
import { bangkokDay, startOf } from '../../../../shared/bangkok.ts';
import { byRecord, type FilterStatements } from '../../../platform/exports/filters.ts';
import type { ExportJob } from '../../../platform/exports/maker.ts';
import { countedPages } from '../../../platform/exports/progress.ts';
import type { Column } from '../../../platform/exports/sheet.ts';
import { tableMaker } from '../../../platform/exports/table.ts';
import { translate } from '../../../platform/i18n.ts';
import { countOf } from '../../../platform/list/list.ts';
import { narrowed } from '../queries.ts';
import { registered, type RegisteredNotice } from './queries.ts';

const input = listFilters(NOTICE_LIST).extend(listNotices.pick({ query: true }).shape);
type Input = z.output<typeof input>;
type Job = ExportJob<Input>;

const PAGE = 500;
const word = ({ locale }: Pick<Job, 'locale'>, key: string): string => translate(locale, key);
const screen = (job: Pick<Job, 'locale'>, key: string): string => word(job, `privacyNoticeScreen:${key}`);

/** The filters of the rows, in words. */
const FILTERS: FilterStatements<Input> = {
  query: (query) => query,
  kind: (kind, job) => `${screen(job, 'filter.kind')}: ${screen(job, `kind.${kind}`)}`,
  status: (status, job) =>
    status === 'ALL' ? null : `${screen(job, 'filter.status')}: ${screen(job, `status.${status}`)}`,
  drifted: (drifted, job) => screen(job, drifted ? 'filter.isDrifted' : 'filter.isCurrent'),
  dates: (dates, job) => `${screen(job, 'filter.dates')}: ${screen(job, `dates.${dates}`)}`,
  applicationId: byRecord((job) => screen(job, 'field.applications'), 'applications'),
};

/** All notices under the filters of their list, newest first, with the hashes of their newest versions. */
export const noticeRegister = tableMaker<Input, RegisteredNotice>({
  input: input as unknown as z.ZodType<Input>,
  filters: FILTERS,
  name: (job) => word(job, 'privacyNotice:registerTitle'),
  columns: columnsOf,
  rows: async (job) => countedPages(job, pages(job), await job.transaction((trx) => countOf(rowsOf(trx, job)))),
});

/** Those that existed when the export was requested. */
const rowsOf = (trx: Trx, job: Job) =>
  narrowed(trx, job.workspace.id, { ...listNotices.parse(job.input), today: bangkokDay(job.requestedAt) }).where(
    'createdAt',
    '<=',
    job.requestedAt.toISOString() as never,
  );

/** By their ids, which do not change: no notice is left out or repeated while others are added or deleted. */
async function* pages(job: Job): AsyncGenerator<RegisteredNotice[]> {
  const today = bangkokDay(job.requestedAt);
  let last: string | undefined;
  do {
    const before: string | undefined = last;
    const found = await job.transaction(async (trx) => {
      const rows = rowsOf(trx, job).select('id').orderBy('id', 'desc').limit(PAGE);
      const ids = await (before ? rows.where('id', '<', before) : rows).execute();
      return ids.length === 0
        ? []
        : registered(
            trx,
            job.workspace.id,
            ids.map(({ id }) => id),
            today,
          );
    });
    if (found.length > 0) yield found;
    last = found.length === PAGE ? found.at(-1)!.id : undefined;
  } while (last !== undefined);
}

const dayOf = (day: string | null): Date | null => (day ? new Date(startOf(day)) : null);

/** Every column, in the language of the job. */
function columnsOf(job: Job): Column<RegisteredNotice>[] {
  const column = (
    key: string,
    width: number,
    value: Column<RegisteredNotice>['value'],
    type?: Column<RegisteredNotice>['type'],
  ): Column<RegisteredNotice> => ({
    key,
    header: word(job, `privacyNotice:export.${key}`),
    width,
    value,
    ...(type && { type }),
  });
  const stateOf = ({ withdrawn, status }: RegisteredNotice) =>
    screen(job, `status.${withdrawn ? 'WITHDRAWN' : status === 'published' ? 'PUBLISHED' : 'DRAFT'}`);
  return [
    column('name', 40, ({ name }) => name),
    column('kind', 24, ({ kind }) => screen(job, `kind.${kind}`)),
    column('controller', 32, ({ nameTh, nameEn }) => (job.locale === 'en' && nameEn) || nameTh),
    column('status', 16, stateOf),
    column('version', 14, ({ publishedVersion }) => publishedVersion || null, 'number'),
    column('versionInForce', 16, ({ versionInForce }) => versionInForce, 'number'),
    column('publishedAt', 18, ({ publishedAt }) => publishedAt && new Date(publishedAt), 'dateTime'),
    column('effectiveOn', 14, ({ effectiveOn }) => dayOf(effectiveOn as string | null), 'date'),
    column('reviewOn', 14, ({ reviewOn }) => dayOf(reviewOn as string | null), 'date'),
    column('applications', 48, ({ applications }) => applications.join('; ')),
    column('drifted', 22, ({ driftedAt, publishedVersion }) =>
      publishedVersion === 0 ? null : screen(job, driftedAt ? 'filter.isDrifted' : 'filter.isCurrent'),
    ),
    column('driftedAt', 18, ({ driftedAt }) => driftedAt && new Date(driftedAt), 'dateTime'),
    column('sha256', 66, ({ sha256 }) => sha256),
    column('sha256Th', 66, ({ sha256Th }) => sha256Th),
    column('sha256En', 66, ({ sha256En }) => sha256En),
  ];
}
