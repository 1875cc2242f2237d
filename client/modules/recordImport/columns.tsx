import { useTranslation } from 'react-i18next';
import {
  ADDED_KINDS,
  type AddedKind,
  IMPORT_FIELDS,
  type ImportMapping,
  mayAdd,
  type RecordImport,
} from '../../../shared/recordImport/schema.ts';
import { headingOf, ROPA_COLUMNS } from '../../../shared/ropa/sheet.ts';
import { useColumnName } from '../../imports/columns.tsx';
import type { ColumnPart } from '../../imports/kind.ts';
import { PreviewRows } from '../../imports/PreviewRows.tsx';
import { useSession } from '../../shell/session.tsx';
import { Card, chakra, Tag, useFormat, useLocale } from '../../ui/index.ts';
import { CheckboxInput } from '../../ui/form/index.ts';

const PARTS = [
  ['application', 'application'],
  ['purpose', 'purpose'],
  ['flow', 'line'],
] as const;

/** Fields of the record, by what they are of. */
export function useParts(): ColumnPart[] {
  const { t } = useTranslation('recordImport');
  const locale = useLocale();
  return PARTS.map(([of, part]) => ({
    key: of,
    title: t(`columns.part.${part}`),
    fields: IMPORT_FIELDS.filter((key) => ROPA_COLUMNS[key].of === of).map((key) => ({
      id: key,
      label: headingOf(key, locale),
    })),
  }));
}

/** A column fills one field: chosen for another, it leaves the first. */
export function chooseColumn(mapping: ImportMapping, field: string, column: number | null): ImportMapping {
  const others = Object.entries(mapping.fields).filter(([other, index]) => other !== field && index !== column);
  return { ...mapping, fields: { ...Object.fromEntries(others), ...(column !== null && { [field]: column }) } };
}

/** How many fields have a column. */
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

/** Whether words that the workspace lacks are added, and which of them this person may add. */
export function AddMissing({
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
      <chakra.label display="flex" gap="3" alignItems="flex-start" cursor="pointer">
        <CheckboxInput
          type="checkbox"
          checked={mapping.addMissing}
          onChange={(event) => onChange({ ...mapping, addMissing: event.target.checked })}
          aria-describedby="add-missing-help"
        />
        <span>
          {t('columns.addMissing')}
          <chakra.span id="add-missing-help" display="block" textStyle="dense" color="muted">
            {t('columns.addMissingHelp', { kinds: kinds(true) })}
            {ADDED_KINDS.some((kind) => !mayAdd(standing, kind)) &&
              ` ${t('columns.addMissingNot', { kinds: kinds(false) })}`}
          </chakra.span>
        </span>
      </chakra.label>
    </Card>
  );
}

/** The first rows of the file as they stand in it. */
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
