import { useTranslation } from 'react-i18next';
import {
  type ConsentField,
  type ConsentImport,
  type ConsentMapping,
  PURPOSE_FIELD,
} from '../../../shared/consentImport/schema.ts';
import { DateOrderChoice } from '../../imports/DateOrderChoice.tsx';
import type { ColumnPart } from '../../imports/kind.ts';
import { chakra, useFormat } from '../../ui/index.ts';
import { NativeSelect } from '../../ui/form/index.ts';

const SUBJECT: readonly ConsentField[] = ['uid', 'name', 'at', 'time'];
const CHOICE: readonly ConsentField[] = ['action', 'purposes'];
const MORE: readonly ConsentField[] = ['version', 'language', 'source', 'channel'];
const GUARDIAN: readonly ConsentField[] = [
  'hasGuardian',
  'guardianFirstName',
  'guardianLastName',
  'guardianEmail',
  'guardianTelephone',
];

/** Fields of a submission by topic, with a field for each purpose of the form. */
export function useParts({ form }: ConsentImport): ColumnPart[] {
  const { t } = useTranslation('consentImport');
  const { text } = useFormat();
  const fieldsOf = (keys: readonly ConsentField[]) => keys.map((key) => ({ id: key, label: t(`field.${key}`) }));
  const purposes = form.purposes.map(({ id, title }) => ({
    id: PURPOSE_FIELD + id,
    label: t('columns.purpose', { title: text(title) }),
  }));
  return [
    { key: 'subject', title: t('columns.part.subject'), fields: fieldsOf(SUBJECT) },
    {
      key: 'choice',
      title: t('columns.part.choice'),
      help: t('columns.choiceHelp'),
      fields: [...purposes, ...fieldsOf(CHOICE)],
    },
    { key: 'more', title: t('columns.part.more'), fields: fieldsOf(MORE) },
    { key: 'guardian', title: t('columns.part.guardian'), fields: fieldsOf(GUARDIAN) },
  ];
}

/** The columns of a mapping by the ids of their fields. */
const columnsOf = ({ fields, purposes }: ConsentMapping): Readonly<Record<string, number | undefined>> => ({
  ...fields,
  ...Object.fromEntries(Object.entries(purposes).map(([id, column]) => [PURPOSE_FIELD + id, column])),
});

/** The same, for the wizard. */
export const readColumns = (mapping: ConsentMapping): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(
    Object.entries(columnsOf(mapping)).flatMap(([field, column]) => (column === undefined ? [] : [[field, [column]]])),
  );

/** One column can fill several fields; a field is filled by one column only. */
export function chooseColumn(mapping: ConsentMapping, column: number, fields: readonly string[]): ConsentMapping {
  const others = Object.entries(columnsOf(mapping)).filter(
    ([field, index]) => index !== column && !fields.includes(field),
  );
  const chosen: [string, number | undefined][] = [
    ...others,
    ...fields.map((field): [string, number] => [field, column]),
  ];
  const isPurpose = ([key]: readonly [string, unknown]) => key.startsWith(PURPOSE_FIELD);
  return {
    ...mapping,
    fields: Object.fromEntries(chosen.filter((one) => !isPurpose(one))),
    purposes: Object.fromEntries(
      chosen.filter(isPurpose).map(([key, index]) => [key.slice(PURPOSE_FIELD.length), index!]),
    ),
  };
}

/** The version of rows that name none, and the order of numeric dates. */
export function FormSettings({
  record: { form },
  mapping,
  onChange,
}: {
  record: ConsentImport;
  mapping: ConsentMapping;
  onChange: (mapping: ConsentMapping) => void;
}) {
  const { t } = useTranslation('consentImport');
  const { number } = useFormat();
  return (
    <>
      <chakra.label display="grid" gap="1" textStyle="dense">
        {t('columns.version')}
        <NativeSelect
          value={mapping.version ?? ''}
          onChange={({ target: { value } }) => onChange({ ...mapping, version: value === '' ? null : Number(value) })}
        >
          <option value="">{t('columns.inForce', { version: number(form.publishedVersion) })}</option>
          {form.versions.map((version) => (
            <option key={version} value={version}>
              {t('columns.numbered', { version: number(version) })}
            </option>
          ))}
        </NativeSelect>
      </chakra.label>
      <DateOrderChoice order={mapping.dateOrder} onChange={(dateOrder) => onChange({ ...mapping, dateOrder })} />
    </>
  );
}
