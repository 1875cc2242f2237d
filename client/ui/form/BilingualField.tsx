import { chakra } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { FieldFrame, FieldNotes, useField } from './Field.tsx';
import type { FieldHandle, FieldProps } from './Field.tsx';
import { Input, TextAreaInput } from './inputs.tsx';
import { Counter } from './textFields.tsx';

export interface BilingualFieldProps extends Omit<FieldProps, 'placeholder'> {
  /** Several lines. */
  multiline?: boolean;
  rows?: number;
  /** Longest text in characters for each language: 1,000, or 10,000 with several lines. */
  limit?: number;
}

/**
 * One text in Thai and English, `{ th, en }`: side by side on wide windows, stacked on small ones.
 * @example <BilingualField name="name" label={t('name')} required />
 */
export function BilingualField({
  multiline = false,
  rows = 4,
  limit = multiline ? 10_000 : 1000,
  ...field
}: BilingualFieldProps) {
  const { t } = useTranslation('ui');
  const own = { ...field, help: undefined };
  const th = useField<string>({ ...own, name: `${field.name}.th` });
  const en = useField<string>({ ...own, name: `${field.name}.en`, required: false });
  // The help belongs to both inputs; errors to each.
  const frame = { control: th.control, ids: th.ids, error: undefined };
  return (
    <FieldFrame {...field} handle={frame} group>
      <chakra.div
        display="grid"
        gap="3"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' }}
      >
        <Side
          handle={th}
          lang="th"
          word={t('thai')}
          labelId={th.ids.label}
          {...{ multiline, rows, limit }}
          name={`${field.name}.th`}
        />
        <Side
          handle={en}
          lang="en"
          word={t('english')}
          labelId={th.ids.label}
          {...{ multiline, rows, limit }}
          name={`${field.name}.en`}
        />
      </chakra.div>
    </FieldFrame>
  );
}

interface SideProps {
  handle: FieldHandle<string>;
  lang: 'th' | 'en';
  word: string;
  labelId: string;
  multiline: boolean;
  rows: number;
  limit: number;
  name: string;
}

function Side({ handle, lang, word, labelId, multiline, rows, limit, name }: SideProps) {
  const value = handle.value ?? '';
  const wordId = `${handle.control.id}word`;
  const shared = {
    ...handle.control,
    name,
    lang,
    value,
    maxLength: limit,
    autoComplete: 'off',
    'aria-labelledby': `${labelId} ${wordId}`,
    onBlur: handle.blur,
  };
  return (
    <chakra.div display="grid" gap="1.5" alignContent="start" minWidth="0">
      <chakra.div display="flex" justifyContent="space-between" gap="2">
        <chakra.label id={wordId} htmlFor={handle.control.id} textStyle="dense" color="muted">
          {word}
        </chakra.label>
        <Counter used={value.length} limit={limit} />
      </chakra.div>
      {multiline ? (
        <TextAreaInput {...shared} rows={rows} onChange={(event) => handle.set(event.target.value)} />
      ) : (
        <Input {...shared} onChange={(event) => handle.set(event.target.value)} />
      )}
      <FieldNotes handle={handle} />
    </chakra.div>
  );
}
