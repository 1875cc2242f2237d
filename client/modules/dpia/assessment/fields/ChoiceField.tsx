import { useTranslation } from 'react-i18next';
import { FieldFrame, type FieldProps, NativeSelect, useField } from '../../../../ui/form/index.ts';

export interface ChoiceFieldProps extends Omit<FieldProps, 'placeholder'> {
  options: readonly { value: string; label: string }[];
}

/** Selects one of a few options, or none: null. */
export function ChoiceField({ options, ...field }: ChoiceFieldProps) {
  const { t } = useTranslation('ui');
  const handle = useField<string | null>(field);
  return (
    <FieldFrame {...field} handle={handle}>
      <NativeSelect
        {...handle.control}
        name={field.name}
        value={handle.value ?? ''}
        onChange={(event) => handle.set(event.target.value || null)}
        onBlur={handle.blur}
      >
        <option value="">{t('form.select')}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
    </FieldFrame>
  );
}
