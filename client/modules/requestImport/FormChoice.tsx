import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { TargetChoice } from '../../imports/kind.ts';
import { TargetField } from '../../imports/TargetField.tsx';
import { useFormChoice } from '../request/useFormInForce.ts';

interface FormChoiceProps {
  initial: string | null;
  children: (choice: TargetChoice) => ReactNode;
}

/** The form of the imported rows, among those that accept requests; without any, a link to publish one. */
export function FormChoice(props: FormChoiceProps) {
  const { t } = useTranslation('requestImport');
  const { forms, options, load } = useFormChoice();
  return (
    <TargetField
      {...props}
      options={options}
      error={forms.error}
      onRetry={() => void forms.refetch()}
      label={t('start.form')}
      help={t('start.formHelp')}
      load={load}
      none={{
        title: t('start.noForms'),
        body: t('start.noFormsBody'),
        action: t('start.openForms'),
        href: pageAddress('requestForms'),
      }}
    />
  );
}
