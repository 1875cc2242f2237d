import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { apiKeyFields, type IssuedKey, LIFETIMES, network } from '../../../shared/apiKey/schema.ts';
import { KEY_SCOPES } from '../../../shared/apiKey/scopes.ts';
import { optionalText } from '../../../shared/text.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Form, FormActions, MultiSelectField, SelectField, TextArea, TextField } from '../../ui/form/index.ts';
import { Dialog } from '../../ui/index.ts';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const schema = apiKeyFields.omit({ allowedAddresses: true, serviceAccountId: true }).extend({
  /** Empty: the creator of the key. */
  serviceAccountId: z.string(),
  addresses: optionalText(1000).refine((text) => linesOf(text).every((line) => network.safeParse(line).success), {
    error: 'apiKey:refusal.network',
  }),
});

/** Creates a key, which is then displayed to be copied. */
export function NewApiKey({ onClose, onIssued }: { onClose: () => void; onIssued: (key: IssuedKey) => void }) {
  const { t } = useTranslation('apiKey');
  const { ws } = useSession();
  const create = trpc.apiKey.create.useMutation();
  const accounts = trpc.serviceAccount.list.useQuery({ ws, sortBy: 'name', sortDirection: 'ASC', pageSize: 100 });
  return (
    <Dialog open onClose={onClose} width={640} title={t('add')} description={t('lead')}>
      <Form
        schema={schema}
        label={t('add')}
        draftKey={`${ws}.apiKey.new`}
        defaultValues={{ name: '', scopes: [], lifetime: '90', addresses: '', serviceAccountId: '' }}
        onSubmit={async ({ addresses, serviceAccountId, ...values }) =>
          onIssued(
            await create.mutateAsync({
              ws,
              ...values,
              serviceAccountId: serviceAccountId || null,
              allowedAddresses: linesOf(addresses),
            }),
          )
        }
      >
        <TextField name="name" label={t('name')} help={t('nameHelp')} limit={100} required />
        <SelectField
          name="serviceAccountId"
          label={t('actsFor')}
          help={t('actsForHelp')}
          query={accounts}
          options={[
            { value: '', label: t('yourself') },
            ...(accounts.data?.collection ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <MultiSelectField
          name="scopes"
          label={t('scopes')}
          help={t('scopesHelp')}
          required
          options={KEY_SCOPES.map((value) => ({ value, label: t(`scopeOf.${value}`), note: value }))}
        />
        <SelectField
          name="lifetime"
          label={t('lifetime')}
          required
          options={LIFETIMES.map((value) => ({ value, label: t(`lifetimeOf.${value}`) }))}
        />
        <TextArea name="addresses" label={t('addresses')} help={t('addressesHelp')} limit={1000} rows={3} />
        <FormActions submitLabel={t('create')} />
      </Form>
    </Dialog>
  );
}
