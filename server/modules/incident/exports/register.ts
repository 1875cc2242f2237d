import type { z } from 'zod';
import { sql } from 'kysely';
import type { Trx } from '../../../../db/client.ts';
import { factsOf as clockFacts, readClock } from '../../../../shared/clock.ts';
import {
  type BreachKind,
  type IncidentStatus,
  listIncidents,
  type Reporter,
  stageOf,
} from '../../../../shared/incident/schema.ts';
import { deadlinesOf } from '../../../platform/clock/deadlines.ts';
import { countOf } from '../../../platform/list/list.ts';
import { AUTHORITY } from '../clock.ts';
import { clockIs, narrowed } from '../list.ts';
import { linksOf, type Links } from '../links.ts';
import { openReporter } from '../reporter.ts';
import type { ExportJob, ExportMaker } from '../../../platform/exports/maker.ts';
import { fileNameOf, titleOf } from '../../../platform/exports/texts.ts';
import { csvOf, type Sheet } from '../../../platform/exports/sheet.ts';
import { xlsxOf } from '../../../platform/exports/xlsx.ts';
import { incidentWords } from './facts.ts';

const input = listIncidents.pick({
  status: true,
  risk: true,
  cause: true,
  clock: true,
  applicationId: true,
  fromMonth: true,
  toMonth: true,
  mine: true,
  query: true,
});
type Input = z.output<typeof input>;
type Job = ExportJob<Input>;

const PAGE = 500;
const HOUR = 3_600_000;

/** The register of incidents under the filters of their list, newest first, with every column. */
export const incidents: ExportMaker<Input> = {
  input: input as unknown as z.ZodType<Input>,
  fileName: (job) => fileNameOf(job, incidentWords(job.locale).t('sheet.title')),
  // The rest of a deflated sheet cannot be written without its beginning: a workbook begins again.
  resumes: async (job, position) =>
    job.format === 'csv' &&
    JSON.stringify(headingsOf(job)) === JSON.stringify((JSON.parse(position) as Position).columns),
  async make(job) {
    const total = await job.transaction(async (trx) => countOf(await rowsOf(trx, job)));
    const from = job.position === null ? null : (JSON.parse(job.position) as Position);
    const state = { done: from?.done ?? 0 };
    const rows = watched(job, total, state, from?.number ?? null);
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
const headingsOf = (job: Job): string[] => sheetOf(job).columns.map(({ header }) => header);

/** Those that were there when the export was asked for. */
async function rowsOf(trx: Trx, job: Job) {
  const rows = (await narrowed(trx, job, listIncidents.parse(job.input))).where(
    'incidents.createdAt',
    '<=',
    job.requestedAt.toISOString(),
  );
  if (job.input.clock === 'ALL') return rows;
  const { clock } = job.input;
  // By id, so that either is a query of incidents alone.
  return rows.where('incidents.id', 'in', (of) =>
    of
      .selectFrom('deadlines')
      .select('subjectId')
      .where('workspaceId', '=', job.workspace.id)
      .where('kind', '=', AUTHORITY)
      .where(clockIs(clock, job.requestedAt)),
  );
}

const COLUMNS = [
  'id',
  'number',
  'title',
  'source',
  'status',
  'riskLevel',
  'cause',
  'breachKinds',
  'subjectCount',
  'recordCount',
  'sensitive',
  'occurredAt',
  'discoveredAt',
  'createdAt',
  'submittedAt',
  'acceptedAt',
  'containedAt',
  'respondedAt',
  'resolvedAt',
  'authorityNotifiedAt',
  'subjectsNotifiedAt',
  'updatedAt',
  'description',
  'affectedSystems',
  'actionsTaken',
  'consequences',
  'riskDescription',
  'resolution',
  'lateReason',
  'reporter',
] as const;

async function page(trx: Trx, job: Job, before: number | null) {
  const ws = job.workspace.id;
  let rows = await rowsOf(trx, job);
  // The number tells their order for good: no row is missed or told twice while incidents change.
  if (before !== null) rows = rows.where('incidents.number', '<', before);
  const found = await rows
    .leftJoin('personnel as r', (join) =>
      join.onRef('r.workspaceId', '=', 'incidents.workspaceId').onRef('r.id', '=', 'incidents.reporterId'),
    )
    .leftJoin('personnel as a', (join) =>
      join.onRef('a.workspaceId', '=', 'incidents.workspaceId').onRef('a.id', '=', 'incidents.assigneeId'),
    )
    .select(COLUMNS.map((column) => `incidents.${column}` as const))
    .select(['r.name as reportedBy', 'a.name as assignee'])
    .orderBy(sql.ref('incidents.number'), 'desc')
    .limit(PAGE)
    .execute();
  const ids = found.map(({ id }) => id);
  const clocks = await deadlinesOf(trx, ws, AUTHORITY, ids);
  const links = await linksOf(trx, ws, ids);
  const key = await job.deps.keyring.workspaceKey(trx, ws);
  return found.map(({ reporter, ...row }) => ({
    ...row,
    reporter: openReporter(key, reporter),
    clock: clocks.get(row.id),
    links: links(row.id),
  }));
}
type Row = Awaited<ReturnType<typeof page>>[number];

/** Page by page from behind `last`; the next is fetched while this one is written. */
async function* watched(job: Job, total: number, state: { done: number }, last: number | null): AsyncGenerator<Row> {
  const read = (before: number | null) => job.transaction((trx) => page(trx, job, before));
  job.progress(state.done, total);
  let next: Promise<Row[]> | undefined = read(last);
  while (next) {
    const rows: Row[] = await next;
    next = rows.length < PAGE ? undefined : read(rows.at(-1)!.number);
    // Whoever stops reading us leaves it behind.
    next?.catch(() => {});
    for (const row of rows) {
      state.done += 1;
      yield row;
    }
    job.progress(state.done, Math.max(state.done, total));
  }
}

function sheetOf(job: Job): Sheet<Row> {
  const { t, name } = incidentWords(job.locale);
  const label = (key: string) => t(`incidentLetter:label.${key}`);
  const column = (key: string) => t(`column.${key}`);
  const names = (of: Links[keyof Links]) => of.map((one) => name(one.name));
  const moment = (
    key:
      | 'createdAt'
      | 'submittedAt'
      | 'acceptedAt'
      | 'containedAt'
      | 'respondedAt'
      | 'resolvedAt'
      | 'authorityNotifiedAt'
      | 'subjectsNotifiedAt'
      | 'updatedAt',
  ) => ({ key, header: column(key), width: 18, type: 'dateTime' as const, value: (row: Row) => dateOf(row[key]) });
  const text = (
    key: 'description' | 'affectedSystems' | 'actionsTaken' | 'consequences' | 'resolution' | 'lateReason',
    header: string,
  ) => ({ key, header, width: 40, value: (row: Row) => row[key] });
  const clock = (row: Row) => row.clock && readClock(clockFacts(row.clock), job.requestedAt.getTime());
  const personOf = ({ firstName, lastName }: Reporter) => `${firstName} ${lastName}`;
  return {
    name: t('sheet.title'),
    title: titleOf(job, t('sheet.title'), filtersOf(job)),
    columns: [
      { key: 'number', header: label('number'), width: 10, type: 'number', value: (row) => row.number },
      { key: 'title', header: label('title'), width: 40, value: (row) => row.title },
      { key: 'status', header: t('meta.status'), width: 18, value: (row) => t(`incident:status.${row.status}`) },
      {
        key: 'stage',
        header: column('stage'),
        width: 16,
        value: (row) => t(`step.${stageOf(row.status as IncidentStatus)}`),
      },
      {
        key: 'riskLevel',
        header: t('meta.risk'),
        width: 18,
        value: (row) => row.riskLevel && t(`incident:riskLevel.${row.riskLevel}`),
      },
      { key: 'riskDescription', header: column('riskDescription'), width: 40, value: (row) => row.riskDescription },
      {
        key: 'source',
        header: t('incident:field.source'),
        width: 18,
        value: (row) => t(`incident:source.${row.source}`),
      },
      { key: 'cause', header: label('cause'), width: 20, value: (row) => t(`incident:cause.${row.cause}`) },
      {
        key: 'breachKinds',
        header: label('kinds'),
        width: 24,
        value: (row) => row.breachKinds.map((kind) => t(`incident:breachKind.${kind as BreachKind}`)),
      },
      {
        key: 'applications',
        header: t('incident:field.applicationIds'),
        width: 32,
        value: (row) => names(row.links.application),
      },
      text('affectedSystems', t('incident:field.affectedSystems')),
      { key: 'groups', header: label('groups'), width: 24, value: (row) => names(row.links.dataSubjectGroup) },
      { key: 'purposes', header: column('purposes'), width: 32, value: (row) => names(row.links.purpose) },
      { key: 'categories', header: label('categories'), width: 32, value: (row) => names(row.links.piiCategory) },
      { key: 'subjectCount', header: label('subjects'), width: 14, type: 'number', value: (row) => row.subjectCount },
      { key: 'recordCount', header: label('records'), width: 14, type: 'number', value: (row) => row.recordCount },
      {
        key: 'sensitive',
        header: label('sensitive'),
        width: 14,
        value: (row) => t(row.sensitive ? 'incidentLetter:yes' : 'incidentLetter:no'),
      },
      {
        key: 'occurredAt',
        header: label('occurredAt'),
        width: 18,
        type: 'dateTime',
        value: (row) => dateOf(row.occurredAt),
      },
      {
        key: 'discoveredAt',
        header: label('discoveredAt'),
        width: 18,
        type: 'dateTime',
        value: (row) => dateOf(row.discoveredAt),
      },
      moment('createdAt'),
      { key: 'reporter', header: column('reporter'), width: 24, value: (row) => personOf(row.reporter) },
      { key: 'reporterPhone', header: column('reporterPhone'), width: 16, value: (row) => row.reporter.phone },
      { key: 'reporterEmail', header: column('reporterEmail'), width: 24, value: (row) => row.reporter.email },
      {
        key: 'reportedBy',
        header: column('reportedBy'),
        width: 24,
        value: (row) => row.reportedBy ?? t('publicForm'),
      },
      { key: 'assignee', header: column('assignee'), width: 24, value: (row) => row.assignee },
      moment('submittedAt'),
      moment('acceptedAt'),
      {
        key: 'startedAt',
        header: t('clock.startedAt'),
        width: 18,
        type: 'dateTime',
        value: (row) => dateOf(row.clock?.startedAt),
      },
      { key: 'dueAt', header: label('dueAt'), width: 18, type: 'dateTime', value: (row) => dateOf(row.clock?.dueAt) },
      {
        key: 'clock',
        header: column('clock'),
        width: 16,
        value: (row) => t(`state.${clock(row)?.state ?? 'stopped'}`),
      },
      {
        key: 'left',
        header: column('left'),
        width: 12,
        type: 'number',
        value: (row) => Math.round(((clock(row)?.leftMs ?? 0) / HOUR) * 100) / 100,
      },
      moment('authorityNotifiedAt'),
      text('lateReason', t('form.late')),
      moment('subjectsNotifiedAt'),
      text('description', label('description')),
      text('actionsTaken', label('actionsTaken')),
      text('consequences', label('consequences')),
      moment('containedAt'),
      text('resolution', label('resolution')),
      moment('respondedAt'),
      moment('resolvedAt'),
      moment('updatedAt'),
    ],
  };
}

const dateOf = (at: string | null | undefined): Date | null => (at ? new Date(at) : null);

/** What the rows were narrowed by, in words. */
function filtersOf(job: Job): string[] {
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
