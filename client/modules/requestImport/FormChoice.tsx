import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { TargetChoice } from '../../imports/kind.ts';
import { TargetField } from '../../imports/TargetField.tsx';
import { useFormsInForce } from '../request/useFormInForce.ts';

interface FormChoiceProps {
  initial: string | null;
  children: (choice: TargetChoice) => ReactNode;
}

/** The form of the imported rows, among those that accept requests; without any, a link to publish one. */
export function FormChoice(props: FormChoiceProps) {
  const { t } = useTranslation('requestImport');
  const { data, error, refetch } = useFormsInForce();
  const options = data?.collection.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <TargetField
      {...props}
      options={options}
      error={error}
      onRetry={() => void refetch()}
      label={t('start.form')}
      help={t('start.formHelp')}
      load={async ({ query }) => ({
        options: options?.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase())) ?? [],
        hasMore: false,
      })}
      none={{
        title: t('start.noForms'),
        body: t('start.noFormsBody'),
        action: t('start.openForms'),
        href: pageAddress('requestForms'),
      }}
    />
  );
}
