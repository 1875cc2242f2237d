import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../../ui/form/index.ts';
import { RadioRow } from './RadioRow.tsx';

/** A yes/no question that may still be unanswered. */
export function YesNoField({ name, label }: { name: string; label: ReactNode }) {
  const { t } = useTranslation('common');
  const handle = useField<boolean | null>({ name });
  return (
    <RadioRow
      name={name}
      aside={name}
      label={label}
      value={handle.value}
      disabled={handle.control.disabled}
      onChange={handle.set}
      options={[
        { value: true, label: t('yes') },
        { value: false, label: t('no') },
      ]}
    />
  );
}
