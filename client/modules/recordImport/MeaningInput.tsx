import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  FIELD_READINGS,
  fits,
  type importChoices,
  type ImportField,
  isColumnField,
  listOf,
} from '../../../shared/recordImport/schema.ts';
import { COUNTRY_CODES } from '../../../shared/countries.ts';
import { country } from '../../../shared/ropa/cellWords.ts';
import { parseCell, ROPA_COLUMNS, writeCell } from '../../../shared/ropa/sheet.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { chakra, useLocale } from '../../ui/index.ts';
import { Input, NativeSelect, TextAreaInput } from '../../ui/form/index.ts';

/** Possible values of reference fields, by their lists, and whether there are several controllers. */
export function useChoices(): z.output<typeof importChoices> {
  const { ws } = useSession();
  return trpc.recordImport.choices.useQuery({ ws }).data ?? NO_CHOICES;
}
const NO_CHOICES: z.output<typeof importChoices> = { lists: {}, severalControllers: false };

interface MeaningInputProps {
  field: ImportField;
  label: string;
  /** A cell of the record's sheet; empty: no value. */
  value: string;
  onChange: (value: string) => void;
  /** The label for no value. */
  nothing: string;
}

/**
 * The input for a value of a field: a selection if it has a fixed list, otherwise free text with suggestions from the
 * workspace.
 */
export function MeaningInput(props: MeaningInputProps) {
  return FIELD_READINGS[props.field].as === 'closed' ? <WordChoice {...props} /> : <WrittenValue {...props} />;
}

/** Texts of a fixed list, by their values. */
function useClosedWords(field: ImportField): ReadonlyMap<string, string> {
  const { t } = useTranslation('ropaSheet');
  const list = isColumnField(field) ? (ROPA_COLUMNS[field] as { words?: 'lawfulBasis' }).words : undefined;
  if (list === undefined) return new Map();
  const words = t(`word.${list}`, { returnObjects: true }) as unknown as Record<string, string>;
  const valueOf = (key: string) => (key === 'yes' ? 'true' : key === 'no' ? 'false' : key);
  return new Map(Object.entries(words).map(([key, word]) => [valueOf(key), word]));
}

function WordChoice({ field, label, value, onChange, nothing }: MeaningInputProps) {
  const words = useClosedWords(field);
  const nameOf = (text: string) =>
    text
      .split('\n')
      .map((one) => words.get(one) ?? one)
      .join(', ');
  return (
    <NativeSelect aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{nothing}</option>
      {value !== '' && !words.has(value) && <option value={value}>{nameOf(value)}</option>}
      {[...words].map(([key, word]) => (
        <option key={key} value={key}>
          {word}
        </option>
      ))}
    </NativeSelect>
  );
}

function WrittenValue({ field, label, value, onChange, nothing }: MeaningInputProps) {
  const { t } = useTranslation('recordImport');
  const locale = useLocale();
  const { lists } = useChoices();
  const id = useId();
  const { as } = FIELD_READINGS[field];
  const offered = as === 'country' ? COUNTRY_CODES.map((code) => country.write(code, locale)) : lists[listOf(field)];
  const isWrong = value !== '' && !fits(field, value);
  const control = {
    'aria-label': label,
    'aria-invalid': isWrong,
    ...(isWrong && { 'aria-describedby': `${id}-wrong` }),
    placeholder: nothing,
    value: readable(field, value, locale),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <div>
      {value.includes('\n') ? (
        <TextAreaInput rows={value.split('\n').length} {...control} />
      ) : (
        <Input dense {...control} {...(offered && { list: `${id}-offered` })} />
      )}
      {offered && (
        <datalist id={`${id}-offered`}>
          {offered.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {isWrong && (
        <chakra.p id={`${id}-wrong`} textStyle="small" color="danger.text" mt="1">
          {t(as === 'retention' ? 'values.wrongPeriod' : as === 'attribute' ? 'values.wrongAttribute' : 'values.wrong')}
        </chakra.p>
      )}
    </div>
  );
}

/** A cell in the language of the user interface, if both languages are equivalent. */
function readable(field: ImportField, value: string, locale: 'th' | 'en'): string {
  const { as } = FIELD_READINGS[field];
  if (as === 'country' && COUNTRY_CODES.includes(value as 'TH')) return country.write(value, locale);
  if (as !== 'retention') return value;
  const { value: period } = parseCell('retention', value);
  // Text being typed stays unchanged; the server's proposals are in Thai.
  return period && writeCell('retention', period, 'th') === value ? writeCell('retention', period, locale) : value;
}
