import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { TargetChoice } from '../../imports/kind.ts';
import { EmptyState, ErrorState, LinkButton, Skeleton, Waiting } from '../../ui/index.ts';
import { AsyncSelectField } from '../../ui/form/index.ts';
import { useFormsInForce } from '../request/useFormInForce.ts';

/** The form of the imported rows, among those that accept requests; without any, a link to publish one. */
export function FormChoice({
  initial,
  children,
}: {
  initial: string | null;
  children: (choice: TargetChoice) => ReactNode;
}) {
  const { t } = useTranslation('requestImport');
  const forms = useFormsInForce();
  if (forms.error && !forms.data) return <ErrorState onRetry={() => void forms.refetch()} />;
  if (!forms.data)
    return (
      <Waiting>
        <Skeleton height="16rem" />
      </Waiting>
    );
  const options = forms.data.collection.map(({ id, name }) => ({ value: id, label: name }));
  if (options.length === 0)
    return (
      <EmptyState
        title={t('start.noForms')}
        body={t('start.noFormsBody')}
        action={
          <LinkButton look="main" href={pageAddress('requestForms')}>
            {t('start.openForms')}
          </LinkButton>
        }
      />
    );
  return children({
    initial: initial ?? (options.length === 1 ? options[0]!.value : null),
    field: (onChosen) => (
      <AsyncSelectField
        name="target"
        label={t('start.form')}
        help={t('start.formHelp')}
        required
        initialOptions={options}
        onChosen={(chosen) => onChosen(chosen[0]?.value ?? null)}
        load={async ({ query }) => ({
          options: options.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase())),
          hasMore: false,
        })}
      />
    ),
  });
}
