import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportColumn, ImportSheet } from '../../shared/import/schema.ts';
import { Button, chakra } from '../ui/index.ts';
import { Input, NativeSelect } from '../ui/form/index.ts';

/** "A" for the first column, "AB" for the 28th. */
const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Names columns by their headings, those without one by their letters. */
export function useColumnName(columns: readonly ImportColumn[]): (index: number) => string {
  const { t } = useTranslation('import');
  return (index) =>
    columns.find((column) => column.index === index)?.heading || t('columns.unnamed', { letter: letterOf(index) });
}

/** One field with the column that fills it, and samples of that. */
export function ColumnChoice({
  id,
  label,
  required = false,
  columns,
  value,
  onChange,
}: {
  id: string;
  label: ReactNode;
  required?: boolean;
  columns: readonly ImportColumn[];
  value: number | undefined;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation('import');
  const nameOf = useColumnName(columns);
  const samples = columns.find((column) => column.index === value)?.samples ?? [];
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '16rem 18rem 1fr' }}
      gap={{ base: '1.5', md: '4' }}
      px={{ base: '4', md: '5' }}
      py="2.5"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
      alignItems="center"
    >
      <chakra.label htmlFor={`field-${id}`} textStyle="dense">
        {label}
        {required && (
          <chakra.span color="danger.text" ms="2" textStyle="small">
            {t('columns.required')}
          </chakra.span>
        )}
      </chakra.label>
      <NativeSelect
        id={`field-${id}`}
        aria-required={required}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{t('columns.none')}</option>
        {columns.map((column) => (
          <option key={column.index} value={column.index}>
            {nameOf(column.index)}
          </option>
        ))}
      </NativeSelect>
      <chakra.div textStyle="small" color="muted" minWidth="0" overflowWrap="anywhere" lineClamp={2}>
        {samples.join(' · ')}
      </chakra.div>
    </chakra.li>
  );
}

export interface Place {
  sheet: number;
  headingRow: string;
}

/** The sheet and the row of headings; another one than was read asks to read again. */
export function PlaceChoice({
  sheet: read,
  place,
  onChange,
  busy,
  onReread,
}: {
  sheet: ImportSheet;
  place: Place;
  onChange: (place: Place) => void;
  busy: boolean;
  onReread: () => void;
}) {
  const { t } = useTranslation('import');
  const elsewhere = place.sheet !== read.sheet || Number(place.headingRow) !== read.headingRow;
  return (
    <>
      {read.sheets.length > 1 && (
        <chakra.label display="grid" gap="1" textStyle="dense" minWidth="14rem">
          {t('columns.sheet')}
          <NativeSelect
            value={place.sheet}
            onChange={(event) => onChange({ ...place, sheet: Number(event.target.value) })}
          >
            {read.sheets.map(({ index, name }) => (
              <option key={index} value={index}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </chakra.label>
      )}
      <chakra.label display="grid" gap="1" textStyle="dense">
        {t('columns.headingRow')}
        <Input
          width="8rem"
          inputMode="numeric"
          value={place.headingRow}
          onChange={(event) => onChange({ ...place, headingRow: event.target.value.replace(/\D/g, '').slice(0, 6) })}
        />
      </chakra.label>
      {elsewhere && (
        <Button loading={busy} onClick={onReread}>
          {t('columns.reread')}
        </Button>
      )}
    </>
  );
}
