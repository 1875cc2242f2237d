import { listSecurityLogs, type SecurityLog } from '../../../shared/securityLog/schema.ts';
import { byPeriod, type FilterStatements } from '../../platform/exports/filters.ts';
import type { ExportJob } from '../../platform/exports/maker.ts';
import { countedPages } from '../../platform/exports/progress.ts';
import type { Column } from '../../platform/exports/sheet.ts';
import { tableMaker } from '../../platform/exports/table.ts';
import { translate } from '../../platform/i18n.ts';
import { count, readAll } from './service.ts';

const input = listSecurityLogs.pick({ topic: true, from: true, to: true, query: true });
type Job = ExportJob<(typeof input)['_output']>;

const word = ({ locale }: Job, key: string, values: Record<string, unknown> = {}): string =>
  translate(locale, `securityLog:${key}`, values);

const FILTERS: FilterStatements<Job['input']> = {
  ...byPeriod,
  topic: (topic, job) => `${word(job, 'topicLabel')}: ${word(job, `topic.${topic}`)}`,
  query: (query, job) => query && `${word(job, 'search')}: ${query}`,
};

/** The security log under the filters of its list, newest first. */
export const securityLogs = tableMaker({
  input,
  filters: FILTERS,
  name: (job) => word(job, 'title'),
  columns: columnsOf,
  async rows(job) {
    const ctx = { workspace: job.workspace, transaction: job.transaction, locale: job.locale };
    return countedPages(job, readAll(ctx, job.input), await count(ctx, job.input));
  },
});

function columnsOf(job: Job): Column<SecurityLog>[] {
  return [
    {
      key: 'createdAt',
      header: word(job, 'time'),
      type: 'dateTime',
      width: 18,
      value: (row) => new Date(row.createdAt),
    },
    { key: 'topic', header: word(job, 'topicLabel'), width: 20, value: (row) => word(job, `topic.${row.topic}`) },
    { key: 'title', header: word(job, 'what'), width: 40, value: (row) => row.title },
    { key: 'subject', header: word(job, 'subject'), width: 32, value: (row) => row.subject },
    { key: 'actor', header: word(job, 'who'), width: 24, value: (row) => row.actor?.name ?? word(job, 'system') },
    { key: 'email', header: word(job, 'email'), width: 30, value: (row) => row.actor?.email ?? '' },
    {
      key: 'workspace',
      header: word(job, 'workspace'),
      width: 28,
      value: (row) => row.workspace?.name ?? word(job, 'account'),
    },
  ];
}
