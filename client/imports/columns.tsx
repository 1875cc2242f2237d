import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportColumn, ImportSheet } from '../../shared/import/schema.ts';
import { Button, chakra, useFormat } from '../ui/index.ts';
import { Input, NativeSelect } from '../ui/form/index.ts';
import type { ColumnPart } from './kind.ts';

/** "A" for the first column, "AB" for the 28th. */
const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Names columns by their headings, or by their letters without one. */
export function useColumnName(columns: readonly ImportColumn[]): (index: number) => string {
  const { t } = useTranslation('import');
  return (index) =>
    columns.find((column) => column.index === index)?.heading || t('columns.unnamed', { letter: letterOf(index) });
}

/** A column's target beside fields. */
export const NOTE = 'note';
const NOWHERE = '';

interface ColumnTargetsProps {
  column: ImportColumn;
  columns: readonly ImportColumn[];
  parts: readonly ColumnPart[];
  /** Ids of fields, or `NOTE` alone; empty: it is left out. */
  targets: readonly string[];
  /** Whether it can be stored as a note. */
  notable: boolean;
  onChange: (targets: string[]) => void;
}

/** One column of the file with samples of it, and the fields that it fills. */
export function ColumnTargets({ column, columns, parts, targets, notable, onChange }: ColumnTargetsProps) {
  const { t } = useTranslation('import');
  const { number } = useFormat();
  const nameOf = useColumnName(columns);
  const { index, samples, filled } = column;
  const name = nameOf(index);
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '16rem minmax(0, 1fr) 19rem' }}
      gap={{ base: '1.5', md: '4' }}
      px={{ base: '4', md: '5' }}
      py="3"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
      alignItems="start"
    >
      <chakra.div textStyle="dense" overflowWrap="anywhere">
        <label htmlFor={`column-${index}`}>{name}</label>
        <chakra.span display="block" color="muted" textStyle="small">
          {t('columns.filled', { count: filled, number: number(filled) })}
        </chakra.span>
      </chakra.div>
      <chakra.ul listStyle="none" textStyle="small" color="muted" minWidth="0">
        {samples.map((sample) => (
          <chakra.li key={sample} overflowWrap="anywhere" lineClamp={2}>
            {sample}
          </chakra.li>
        ))}
      </chakra.ul>
      <TargetSelects
        id={`column-${index}`}
        name={name}
        parts={parts}
        targets={targets}
        notable={notable}
        onChange={onChange}
      />
    </chakra.li>
  );
}

/** The fields that a column fills: the first, and further ones. */
function TargetSelects({
  id,
  name,
  parts,
  targets,
  notable,
  onChange,
}: Pick<ColumnTargetsProps, 'parts' | 'targets' | 'notable' | 'onChange'> & { id: string; name: string }) {
  const { t } = useTranslation('import');
  const [adding, setAdding] = useState(false);
  const options = parts.map(({ key, title, fields }) => (
    <optgroup key={key} label={title}>
      {fields.map((field) => (
        <option key={field.id} value={field.id}>
          {field.label}
        </option>
      ))}
    </optgroup>
  ));
  const [first = NOWHERE, ...others] = targets;
  const replace = (place: number, value: string) => {
    const next = value === NOTE ? [NOTE] : targets.toSpliced(place, 1, value);
    setAdding(false);
    onChange(next.filter((one) => one !== NOWHERE && (one !== NOTE || value === NOTE)));
  };
  const fillsField = first !== NOWHERE && first !== NOTE;
  return (
    <chakra.div display="grid" gap="1.5" minWidth="0">
      <NativeSelect
        id={id}
        value={first}
        onChange={(event) => replace(0, event.target.value)}
        {...(first === NOWHERE && { color: 'muted' })}
      >
        <option value={NOWHERE}>{t('columns.none')}</option>
        {notable && <option value={NOTE}>{t('columns.note')}</option>}
        {options}
      </NativeSelect>
      {(fillsField ? [...others, ...(adding ? [NOWHERE] : [])] : []).map((other, place) => (
        <NativeSelect
          key={place}
          aria-label={t('columns.fillsToo', { name })}
          value={other}
          onChange={(event) => replace(place + 1, event.target.value)}
          {...(other === NOWHERE && { color: 'muted' })}
        >
          <option value={NOWHERE}>{t(other === NOWHERE ? 'columns.choose' : 'columns.noLonger')}</option>
          {options}
        </NativeSelect>
      ))}
      {fillsField && !adding && (
        <chakra.div>
          <Button size="sm" look="quiet" aria-label={t('columns.anotherOf', { name })} onClick={() => setAdding(true)}>
            {t('columns.another')}
          </Button>
        </chakra.div>
      )}
    </chakra.div>
  );
}

export interface Place {
  sheet: number;
  headingRow: string;
}

/** The sheet and the row of headings; another choice than the current one requires reading the file again. */
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
