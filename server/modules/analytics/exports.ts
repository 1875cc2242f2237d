import { listPageViews } from '../../../shared/analytics/schema.ts';
import { startOf } from '../../../shared/bangkok.ts';
import { EXPORT_KINDS } from '../../../shared/registry/exportKinds.ts';
import type { ExportJob, ExportMaker } from '../../platform/exports/maker.ts';
import { fileNameOf, periodText, titleOf } from '../../platform/exports/texts.ts';
import type { Sheet } from '../../platform/exports/sheet.ts';
import { tableOf } from '../../platform/exports/table.ts';
import { translate } from '../../platform/i18n.ts';
import { pageOf } from './pages.ts';
import { periodOf } from './period.ts';
import { readAll } from './service.ts';

const input = listPageViews.pick({ days: true });
type Job = ExportJob<(typeof input)['_output']>;
interface Row {
  day: string;
  route: string;
  views: number;
}

const title = ({ locale }: Pick<Job, 'locale'>) => translate(locale, EXPORT_KINDS['page-views'].title);

function daysText(job: Job): string {
  const { from, to } = periodOf(job.requestedAt, job.input.days);
  return periodText(job.locale, from, to);
}

/** Views of the period by day and page, newest day first. */
export const pageViews: ExportMaker<Job['input']> = {
  input,
  filters: { days: (_, job) => daysText(job) },
  fileName: (job) => fileNameOf(job, title(job)),
  make(job) {
    const period = periodOf(job.requestedAt, job.input.days);
    const sheet = sheetOf(job);
    const rows = watched(job, readAll(job, period));
    return Promise.resolve(tableOf(job, sheet, rows));
  },
};

/** The same rows; their number is reported as progress. */
async function* watched(job: Job, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let done = 0;
  for await (const row of rows) {
    yield row;
    done += 1;
    if (done % 500 === 0) job.progress(done);
  }
}

function sheetOf(job: Job): Sheet<Row> {
  const word = (key: string) => translate(job.locale, `analytics:${key}`);
  return {
    name: title(job),
    title: titleOf(job, title(job), [daysText(job)]),
    columns: [
      {
        key: 'day',
        header: word('column.day'),
        type: 'date',
        width: 14,
        value: ({ day }) => new Date(startOf(day)),
      },
      { key: 'title', header: word('column.title'), width: 36, value: ({ route }) => pageOf(job.locale, route).title },
      { key: 'path', header: word('column.path'), width: 40, value: ({ route }) => route },
      { key: 'views', header: word('column.views'), type: 'number', width: 14, value: ({ views }) => views },
    ],
  };
}
