import { useTranslation } from 'react-i18next';
import {
  ADDED_KINDS,
  type AddedKind,
  fieldName,
  IMPORT_FIELDS,
  type ImportMapping,
  isImported,
  isList,
  mayAdd,
  partOf,
  type RecordImport,
} from '../../../shared/recordImport/schema.ts';
import { useColumnName } from '../../imports/columns.tsx';
import type { ColumnPart } from '../../imports/kind.ts';
import { PreviewRows } from '../../imports/PreviewRows.tsx';
import { useSession } from '../../shell/session.tsx';
import { Box, Card, chakra, Tag, useFormat, useLocale } from '../../ui/index.ts';
import { CheckboxInput } from '../../ui/form/index.ts';

const PARTS = [
  ['application', 'application'],
  ['purpose', 'purpose'],
  ['flow', 'line'],
] as const;

/** Fields of the record, grouped by the kind of record. */
export function useParts(): ColumnPart[] {
  const { t } = useTranslation('recordImport');
  const locale = useLocale();
  return PARTS.map(([of, part]) => ({
    key: of,
    title: t(`columns.part.${part}`),
    fields: IMPORT_FIELDS.filter((key) => partOf(key) === of).map((key) => ({
      id: key,
      label: fieldName(key, locale),
    })),
  }));
}

/** The columns of a mapping by the fields that they fill. */
export const readColumns = ({ fields, more }: ImportMapping): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => field !== 'number')
      .map(([field, column]) => [field, [column, ...(more[field] ?? [])]]),
  );

/** Assigns fields to a column: a list field adds it to its columns, another field replaces its column. */
export function chooseColumn(mapping: ImportMapping, column: number, chosen: readonly string[]): ImportMapping {
  const columns = { ...readColumns(mapping) };
  for (const [field, own] of Object.entries(columns)) columns[field] = own.filter((one) => one !== column);
  for (const field of chosen)
    columns[field] = isImported(field) && isList(field) ? [...(columns[field] ?? []), column] : [column];
  const filled = Object.entries(columns).filter(([, own]) => own.length > 0);
  return {
    ...mapping,
    fields: Object.fromEntries(filled.map(([field, [first]]) => [field, first!])),
    more: Object.fromEntries(filled.filter(([, own]) => own.length > 1).map(([field, own]) => [field, own.slice(1)])),
  };
}

/** Columns whose texts are stored as notes. */
export const noteColumns = {
  read: ({ notes }: ImportMapping) => notes,
  set: (mapping: ImportMapping, column: number, isNote: boolean): ImportMapping => ({
    ...mapping,
    notes: [...mapping.notes.filter((one) => one !== column), ...(isNote ? [column] : [])],
  }),
};

/** The number of fields with a column. */
export function MappedCount({ mapping }: { mapping: ImportMapping }) {
  const { t } = useTranslation('recordImport');
  const { number } = useFormat();
  return (
    <Tag>
      {t('columns.mapped', {
        number: number(Object.keys(mapping.fields).filter((key) => key !== 'number').length),
        total: number(IMPORT_FIELDS.length),
      })}
    </Tag>
  );
}

/**
 * How the table is interpreted, and whether missing catalogue entries are created; limited to those the user may
 * create.
 */
export function ReadingOptions({
  mapping,
  onChange,
}: {
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}) {
  const { t } = useTranslation('recordImport');
  const { standing } = useSession();
  const locale = useLocale();
  const named = (kind: AddedKind) => (kind === 'word' ? t('columns.words') : t(`kind.${kind}`));
  const kinds = (may: boolean) =>
    new Intl.ListFormat(locale, { type: may ? 'conjunction' : 'disjunction' }).format(
      ADDED_KINDS.filter((kind) => mayAdd(standing, kind) === may).map(named),
    );
  return (
    <Card>
      <Box display="grid" gap="4">
        <Choice
          id="foreign"
          label={t('columns.foreign')}
          help={t('columns.foreignHelp')}
          checked={mapping.foreign}
          onChange={(foreign) => onChange({ ...mapping, foreign })}
        />
        <Choice
          id="add-missing"
          label={t('columns.addMissing')}
          help={[
            t(mapping.foreign ? 'columns.addMissingForeign' : 'columns.addMissingHelp', { kinds: kinds(true) }),
            !mapping.foreign &&
              ADDED_KINDS.some((kind) => !mayAdd(standing, kind)) &&
              t('columns.addMissingNot', { kinds: kinds(false) }),
          ]
            .filter(Boolean)
            .join(' ')}
          checked={mapping.addMissing}
          onChange={(addMissing) => onChange({ ...mapping, addMissing })}
        />
      </Box>
    </Card>
  );
}

function Choice({
  id,
  label,
  help,
  checked,
  onChange,
}: {
  id: string;
  label: string;
  help: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <chakra.label display="flex" gap="3" alignItems="flex-start" cursor="pointer">
      <CheckboxInput
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={`${id}-help`}
      />
      <span>
        {label}
        <chakra.span id={`${id}-help`} display="block" textStyle="dense" color="muted">
          {help}
        </chakra.span>
      </span>
    </chakra.label>
  );
}

/** The first rows of the file, unchanged. */
export function FirstRows({ record: { sheet } }: { record: RecordImport }) {
  const { t } = useTranslation('import');
  const nameOf = useColumnName(sheet.columns);
  return (
    <PreviewRows
      title={t('columns.preview')}
      rows={sheet.preview}
      rowKey={({ at }) => at}
      columns={[
        { key: 'row', heading: t('columns.row'), cell: ({ at }) => at },
        ...sheet.columns.map(({ index }) => ({
          key: index,
          heading: nameOf(index),
          cell: ({ cells }: { cells: readonly string[] }) => (
            <chakra.span lineClamp={3}>{cells[index] ?? ''}</chakra.span>
          ),
        })),
      ]}
    />
  );
}
