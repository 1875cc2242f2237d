import { useTranslation } from 'react-i18next';
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

const schema = apiKeyFields.omit({ allowedAddresses: true }).extend({
  addresses: optionalText(1000).refine((text) => linesOf(text).every((line) => network.safeParse(line).success), {
    error: 'apiKey:refusal.network',
  }),
});

/** Creates a key; it is given on to be copied. */
export function NewApiKey({ onClose, onIssued }: { onClose: () => void; onIssued: (key: IssuedKey) => void }) {
  const { t } = useTranslation('apiKey');
  const { ws } = useSession();
  const create = trpc.apiKey.create.useMutation();
  return (
    <Dialog open onClose={onClose} width={640} title={t('add')} description={t('lead')}>
      <Form
        schema={schema}
        label={t('add')}
        draftKey={`${ws}.apiKey.new`}
        defaultValues={{ name: '', scopes: [], lifetime: '90', addresses: '' }}
        onSubmit={async ({ addresses, ...values }) =>
          onIssued(await create.mutateAsync({ ws, ...values, allowedAddresses: linesOf(addresses) }))
        }
      >
        <TextField name="name" label={t('name')} help={t('nameHelp')} limit={100} required />
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
