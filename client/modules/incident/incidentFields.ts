import { formatDateTime, formatNumber } from '../../format.ts';
import type { FieldDescriptor, FieldKind } from '../../records/fields.ts';
import type { FormValues } from './formValues.ts';

/** A report as it is typed, ready to be displayed; `nameOf` resolves an id. */
export type ReportReading = FormValues & { nameOf: (id: string) => string };
type Field = FieldDescriptor<ReportReading>;

const text = (
  section: string,
  key: 'title' | 'affectedSystems' | 'description' | 'actionsTaken' | 'consequences',
  kind: FieldKind,
): Field => ({ key, kind, section, read: (report) => report[key] });
const moment = (key: 'occurredAt' | 'discoveredAt'): Field => ({
  key,
  kind: 'day',
  section: 'what',
  initial: [''],
  read: (report, { locale }) => formatDateTime(report[key], locale),
});
const links = (key: 'applicationIds' | 'dataSubjectGroupIds' | 'purposeIds' | 'piiCategoryIds'): Field => ({
  key,
  kind: 'set',
  section: 'whom',
  read: (report) => report[key].map(report.nameOf).join('\n'),
});
const count = (key: 'subjectCount' | 'recordCount'): Field => ({
  key,
  kind: 'number',
  section: 'whom',
  read: (report) => (report[key] === null ? '' : formatNumber(report[key])),
});

/** Every field of a report, in the order of its form. */
export const INCIDENT_FIELDS: readonly Field[] = [
  text('what', 'title', 'line'),
  text('what', 'description', 'text'),
  {
    key: 'cause',
    kind: 'choice',
    section: 'what',
    initial: ['UNKNOWN'],
    read: ({ cause }, { t }) => t(`cause.${cause}`),
  },
  {
    key: 'source',
    kind: 'choice',
    section: 'what',
    initial: ['MANUAL_REPORT'],
    read: ({ source }, { t }) => t(`source.${source}`),
  },
  {
    key: 'breachKinds',
    kind: 'set',
    section: 'what',
    read: ({ breachKinds }, { t }) => breachKinds.map((kind) => t(`breachKind.${kind}`)).join('\n'),
  },
  moment('occurredAt'),
  moment('discoveredAt'),
  links('applicationIds'),
  links('dataSubjectGroupIds'),
  links('purposeIds'),
  links('piiCategoryIds'),
  {
    key: 'sensitive',
    kind: 'choice',
    section: 'whom',
    initial: [null],
    read: ({ sensitive }, { t }) => t(`sensitive.${sensitive ?? 'null'}`),
  },
  count('subjectCount'),
  count('recordCount'),
  text('whom', 'affectedSystems', 'line'),
  text('done', 'actionsTaken', 'text'),
  text('done', 'consequences', 'text'),
  { key: 'attachment', kind: 'group', section: 'done', read: ({ attachment }) => attachment?.name ?? '' },
  {
    key: 'reporter',
    kind: 'group',
    section: 'reporter',
    read: ({ reporter: { firstName, lastName, phone, email } }) =>
      [`${firstName} ${lastName}`, phone, email].join('\n'),
  },
];
