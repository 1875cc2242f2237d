import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { dataControllerFields, type DataController, LOGO_LIMIT } from '../../../shared/dataController.ts';
import { countryOptions } from '../../shell/countries.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Dialog, ErrorState, SkeletonText, toast, useLocale } from '../../ui/index.ts';
import { BilingualField, EmailField, FileField, Form, FormActions, PhoneField, SelectField, TextArea, TextField, UrlField } from '../../ui/form/index.ts';
import { fileHref, uploadTo } from '../../upload.ts';

// The form holds the logo as the file field shows it; the procedure takes its id.
const schema = dataControllerFields.omit({ logoId: true }).extend({
  logo: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
});
type Values = z.input<typeof schema>;

const EMPTY: Values = {
  name: { th: '', en: '' },
  contactPerson: '',
  address: '',
  country: 'TH',
  phone: '',
  email: '',
  website: '',
  privacyPolicyUrl: '',
  logo: null,
};

/** What the dialog is open for: nothing, a new data controller, or one that exists. */
export type Target = 'new' | { id: string } | null;

/** Adds or edits a data controller in a dialog. */
export default function DataControllerDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const id = target && target !== 'new' ? target.id : null;
  const record = trpc.dataController.get.useQuery({ ws, id: id ?? '' }, { enabled: id !== null });
  return (
    <Dialog open={target !== null} onClose={onClose} persistent width={720} title={t(id ? 'dataController.edit' : 'dataController.add')}>
      {id && record.error ? (
        <ErrorState onRetry={() => void record.refetch()} />
      ) : id && !record.data ? (
        <SkeletonText lines={8} />
      ) : (
        <DataControllerForm key={record.data?.rowVersion ?? 'new'} record={id ? record.data : undefined} onClose={onClose} />
      )}
    </Dialog>
  );
}

function DataControllerForm({ record, onClose }: { record: DataController | undefined; onClose: () => void }) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const locale = useLocale();
  const create = trpc.dataController.create.useMutation();
  const update = trpc.dataController.update.useMutation();
  const cache = trpc.useUtils();

  const save = async ({ logo, ...fields }: z.output<typeof schema>) => {
    const values = { ws, ...fields, logoId: logo?.id ?? null };
    if (record) await update.mutateAsync({ ...values, id: record.id, rowVersion: record.rowVersion });
    else await create.mutateAsync(values);
    void cache.dataController.invalidate();
    toast.success(t(record ? 'dataController.updated' : 'dataController.created'));
    onClose();
  };

  return (
    <Form
      schema={schema}
      label={t(record ? 'dataController.edit' : 'dataController.add')}
      defaultValues={record ? { ...EMPTY, ...record } : EMPTY}
      draftKey={`${ws}.dataController.${record?.id ?? 'new'}`}
      onSubmit={save}
    >
      <BilingualField name="name" label={t('dataController.name')} required />
      <TextField name="contactPerson" label={t('dataController.contactPerson')} required />
      <TextArea name="address" label={t('dataController.address')} limit={1000} rows={3} required />
      <SelectField name="country" label={t('dataController.country')} options={countryOptions(locale)} required />
      <PhoneField name="phone" label={t('dataController.phone')} required />
      <EmailField name="email" label={t('dataController.email')} required />
      <UrlField name="website" label={t('dataController.website')} />
      <UrlField name="privacyPolicyUrl" label={t('dataController.privacyPolicyUrl')} />
      <FileField
        name="logo"
        label={t('dataController.logo')}
        help={t('dataController.logoHint')}
        accept=".pdf"
        maxBytes={LOGO_LIMIT}
        upload={uploadTo(ws, 'logo')}
        href={(file) => fileHref(ws, file.id)}
      />
      <FormActions onCancel={onClose} />
    </Form>
  );
}
