import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { TargetChoice } from '../../imports/kind.ts';
import { TargetField } from '../../imports/TargetField.tsx';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

interface FormChoiceProps {
  initial: string | null;
  children: (choice: TargetChoice) => ReactNode;
}

/** The form of the rows, among published ones; where there is none, the way to publish one. */
export function FormChoice(props: FormChoiceProps) {
  const { t } = useTranslation('consentImport');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const publishes = useCan('consent.publish');
  const { data, error, refetch } = trpc.consentImport.forms.useQuery({ ws });
  const options = (found: typeof data) =>
    found?.collection.map(({ id, name, application }) => ({
      value: id,
      label: t('start.option', { name, application }),
    }));
  return (
    <TargetField
      {...props}
      options={options(data)}
      error={error}
      onRetry={() => void refetch()}
      label={t('start.form')}
      help={t('start.formHelp')}
      load={async ({ query }) => ({
        options: options(await cache.consentImport.forms.fetch({ ws, query })) ?? [],
        hasMore: false,
      })}
      none={{
        title: t('start.noForms'),
        body: t(publishes ? 'start.noFormsBody' : 'start.noFormsAsk'),
        action: t('start.openForms'),
        href: pageAddress('consents'),
      }}
    />
  );
}
