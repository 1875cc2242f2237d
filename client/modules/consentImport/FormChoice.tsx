import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { TargetChoice } from '../../imports/kind.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, ErrorState, LinkButton, Skeleton, Waiting } from '../../ui/index.ts';
import { AsyncSelectField } from '../../ui/form/index.ts';

interface FormOption {
  id: string;
  name: string;
  application: string;
}

/** The form of the rows, among published ones; where there is none, the way to publish one. */
export function FormChoice({
  initial,
  children,
}: {
  initial: string | null;
  children: (choice: TargetChoice) => ReactNode;
}) {
  const { t } = useTranslation('consentImport');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const publishes = useCan('consent.publish');
  const forms = trpc.consentImport.forms.useQuery({ ws });
  const option = ({ id, name, application }: FormOption) => ({
    value: id,
    label: t('start.option', { name, application }),
  });
  if (forms.error && !forms.data) return <ErrorState onRetry={() => void forms.refetch()} />;
  if (!forms.data)
    return (
      <Waiting>
        <Skeleton height="16rem" />
      </Waiting>
    );
  const known = forms.data.collection;
  if (known.length === 0)
    return (
      <EmptyState
        title={t('start.noForms')}
        body={t(publishes ? 'start.noFormsBody' : 'start.noFormsAsk')}
        action={
          <LinkButton look="main" href={pageAddress('consents')}>
            {t('start.openForms')}
          </LinkButton>
        }
      />
    );
  return children({
    initial: initial ?? (known.length === 1 ? known[0]!.id : null),
    field: (onChosen) => (
      <AsyncSelectField
        name="target"
        label={t('start.form')}
        help={t('start.formHelp')}
        required
        initialOptions={known.map(option)}
        onChosen={(options) => onChosen(options[0]?.value ?? null)}
        load={async ({ query }) => {
          const { collection } = await cache.consentImport.forms.fetch({ ws, query });
          return { options: collection.map(option), hasMore: false };
        }}
      />
    ),
  });
}
