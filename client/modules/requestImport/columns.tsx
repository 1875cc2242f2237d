import { useTranslation } from 'react-i18next';
import type { RequestField, RequestMapping } from '../../../shared/requestImport/schema.ts';
import { DateOrderChoice } from '../../imports/DateOrderChoice.tsx';
import type { ColumnPart } from '../../imports/kind.ts';

const PARTS = {
  request: ['reference', 'receivedAt', 'rights', 'detail'],
  status: ['status', 'verifiedAt', 'assignee', 'closedAt', 'ground', 'resolution'],
  subject: ['firstName', 'lastName', 'email', 'telephone', 'uid', 'language', 'ageBand'],
  guardian: ['guardianFirstName', 'guardianLastName', 'guardianEmail', 'guardianTelephone'],
} as const satisfies Record<string, readonly RequestField[]>;

/** Fields of a request, grouped by topic. */
export function useParts(): ColumnPart[] {
  const { t } = useTranslation('requestImport');
  return (Object.keys(PARTS) as (keyof typeof PARTS)[]).map((key) => ({
    key,
    title: t(`columns.part.${key}`),
    ...(key === 'request' && { help: t('columns.requestHelp') }),
    fields: PARTS[key].map((field) => ({ id: field, label: t(`field.${field}`) })),
  }));
}

/** The columns of a mapping by the ids of their fields. */
export const readColumns = ({ fields }: RequestMapping): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, column]) => (column === undefined ? [] : [[field, [column]]])),
  );

/** One column may fill several fields; a field is filled by only one column. */
export function chooseColumn(mapping: RequestMapping, column: number, fields: readonly string[]): RequestMapping {
  const others = Object.entries(mapping.fields).filter(([field, index]) => index !== column && !fields.includes(field));
  return { ...mapping, fields: Object.fromEntries([...others, ...fields.map((field) => [field, column] as const)]) };
}

/** The format of numeric dates. */
export function DateSettings({
  mapping,
  onChange,
}: {
  mapping: RequestMapping;
  onChange: (mapping: RequestMapping) => void;
}) {
  return <DateOrderChoice order={mapping.dateOrder} onChange={(dateOrder) => onChange({ ...mapping, dateOrder })} />;
}
