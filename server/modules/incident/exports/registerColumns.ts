import { factsOf as clockFacts, readClock } from '../../../../shared/clock.ts';
import { HOUR } from '../../../../shared/duration.ts';
import type { Reporter } from '../../../../shared/incident/fields.ts';
import type { BreachKind } from '../../../../shared/incident/schema.ts';
import { type IncidentStatus, stageOf } from '../../../../shared/incident/status.ts';
import type { Column } from '../../../platform/exports/sheet.ts';
import type { Links } from '../links.ts';
import { type IncidentWords, incidentWords, yesNo } from './words.ts';
import type { RegisterJob, RegisterRow } from './registerRows.ts';

type RegisterColumn = Column<RegisterRow>;

/** Every column of the register, in the language of the job. */
export function registerColumns(job: RegisterJob): RegisterColumn[] {
  const words = incidentWords(job.locale);
  const headings = headingsOf(words);
  return [
    ...incidentColumns(words, headings),
    ...scopeColumns(words, headings),
    ...reportColumns(words, headings),
    ...clockColumns(words, headings, job.requestedAt),
    ...responseColumns(words, headings),
  ];
}

const headingsOf = ({ t }: IncidentWords) => ({
  /** As in the letter to the authority. */
  label: (key: string) => t(`incidentLetter:label.${key}`),
  column: (key: string) => t(`column.${key}`),
});
type Headings = ReturnType<typeof headingsOf>;

const personOf = ({ firstName, lastName }: Reporter) => `${firstName} ${lastName}`;
const dateOf = (at: string | null | undefined): Date | null => (at ? new Date(at) : null);

const moment = (
  { column }: Headings,
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
): RegisterColumn => ({ key, header: column(key), width: 18, type: 'dateTime', value: (row) => dateOf(row[key]) });
const text = (
  key: 'description' | 'affectedSystems' | 'actionsTaken' | 'consequences' | 'resolution' | 'lateReason',
  header: string,
): RegisterColumn => ({ key, header, width: 40, value: (row) => row[key] });

/** The incident and its state. */
function incidentColumns({ t }: IncidentWords, { label, column }: Headings): RegisterColumn[] {
  return [
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
  ];
}

/** What and whom it concerns. */
function scopeColumns({ t, name }: IncidentWords, { label, column }: Headings): RegisterColumn[] {
  const names = (of: Links[keyof Links]) => of.map((one) => name(one.name));
  return [
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
      value: (row) => t(`incidentLetter:${yesNo(row.sensitive)}`),
    },
  ];
}

/** Who reported it, and when. */
function reportColumns({ t }: IncidentWords, headings: Headings): RegisterColumn[] {
  const { label, column } = headings;
  return [
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
    moment(headings, 'createdAt'),
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
  ];
}

/** The deadline for notifying the authority. */
function clockColumns({ t }: IncidentWords, headings: Headings, at: Date): RegisterColumn[] {
  const { label, column } = headings;
  const clock = (row: RegisterRow) => row.clock && readClock(clockFacts(row.clock), at.getTime());
  return [
    moment(headings, 'submittedAt'),
    moment(headings, 'acceptedAt'),
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
      // Of a deadline that is not counted no time is left.
      value: (row) => {
        const read = clock(row);
        return read && read.state !== 'stopped' ? Math.round((read.leftMs / HOUR) * 100) / 100 : null;
      },
    },
  ];
}

/** The response, and who was notified. */
function responseColumns({ t }: IncidentWords, headings: Headings): RegisterColumn[] {
  const { label } = headings;
  return [
    moment(headings, 'authorityNotifiedAt'),
    text('lateReason', t('form.late')),
    moment(headings, 'subjectsNotifiedAt'),
    text('description', label('description')),
    text('actionsTaken', label('actionsTaken')),
    text('consequences', label('consequences')),
    moment(headings, 'containedAt'),
    text('resolution', label('resolution')),
    moment(headings, 'respondedAt'),
    moment(headings, 'resolvedAt'),
    moment(headings, 'updatedAt'),
  ];
}
