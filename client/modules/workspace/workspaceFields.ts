import { z } from 'zod';
import { FLAGS } from '../../../shared/registry/flags.ts';
import {
  ACTIVITY_MONTHS,
  CONSENT_MONTHS,
  updateWorkspace,
  type Workspace,
  type WorkspaceItem,
} from '../../../shared/workspace/schema.ts';
import type { FieldDescriptor, Words } from '../../records/fields.ts';

// A select contains strings: '' means forever.
export const formSchema = updateWorkspace
  .omit({ ws: true, rowVersion: true, applyDefaults: true })
  .extend({ activityMonths: z.string(), consentMonths: z.string() });
export type FormValues = z.output<typeof formSchema>;

/** A retention period as text, from the form value. */
export function periodText({ t }: Words, text: string): string {
  const months = Number(text);
  if (!months) return t('retainedForever');
  return months % 12 === 0 ? t('retainedYears', { count: months / 12 }) : t('retainedMonths', { count: months });
}

/** Whether a period, from the form value, is shorter than another: '' is forever. */
export const isShorter = (text: string, than: string): boolean => Number(text || Infinity) < Number(than || Infinity);

/** All fields of a workspace, in the order of its form. */
export const WORKSPACE_FIELDS: readonly FieldDescriptor<FormValues>[] = [
  { key: 'name', kind: 'line', section: 'identity', label: 'name', read: ({ name }) => name },
  {
    key: 'package',
    kind: 'choice',
    section: 'identity',
    label: 'tier',
    read: (values, { t }) => t(`tierName.${values.package}`),
  },
  ...FLAGS.map((flag): FieldDescriptor<FormValues> => ({
    key: flag,
    kind: 'yesNo',
    section: 'flags',
    label: `flag.${flag}`,
    read: (values) => values[flag] ?? false,
  })),
  {
    key: 'activityMonths',
    kind: 'choice',
    section: 'retention',
    label: 'activityMonths',
    read: ({ activityMonths }, words) => periodText(words, activityMonths),
  },
  {
    key: 'consentMonths',
    kind: 'choice',
    section: 'retention',
    label: 'consentMonths',
    read: ({ consentMonths }, words) => periodText(words, consentMonths),
  },
  {
    key: 'encryptBoxUrl',
    kind: 'line',
    section: 'box',
    label: 'encryptBoxUrl',
    read: ({ encryptBoxUrl }) => encryptBoxUrl,
  },
];

/** The form values of a stored workspace. */
export const valuesOf = (record: WorkspaceItem | Workspace): FormValues => ({
  ...(Object.fromEntries(
    WORKSPACE_FIELDS.map(({ key }) => [key, record[key as keyof WorkspaceItem]]),
  ) as unknown as FormValues),
  activityMonths: String(record.activityMonths ?? ''),
  consentMonths: String(record.consentMonths ?? ''),
});

const monthsOf = <Months extends number>(allowed: readonly Months[], text: string): Months | null =>
  allowed.find((months) => String(months) === text) ?? null;

/** The form values as the procedures' input. */
export const sentOf = ({ activityMonths, consentMonths, ...values }: FormValues) => ({
  ...values,
  activityMonths: monthsOf(ACTIVITY_MONTHS, activityMonths),
  consentMonths: monthsOf(CONSENT_MONTHS, consentMonths),
  applyDefaults: false,
});
