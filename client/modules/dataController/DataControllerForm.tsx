import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { dataControllerFields, type DataController, LOGO_LIMIT } from '../../../shared/dataController/schema.ts';
import { countryName, countryOptions } from '../../shell/countries.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { NewerRecord } from '../../records/NewerRecord.tsx';
import { useStaleEdit } from '../../records/useStaleEdit.tsx';
import { Dialog, ErrorState, SkeletonText, toast, useLocale } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import {
  BilingualField,
  EmailField,
  FileField,
  Form,
  FormActions,
  PhoneField,
  SelectField,
  TextArea,
  TextField,
  UrlField,
} from '../../ui/form/index.ts';
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

const PLAIN = ['contactPerson', 'address', 'country', 'phone', 'email', 'website', 'privacyPolicyUrl'] as const;
const valuesOf = (record: DataController): Values => ({
  ...EMPTY,
  ...Object.fromEntries(Object.keys(EMPTY).map((key) => [key, record[key as keyof Values]])),
});

/** What the dialog is open for: nothing, a new data controller, or one that exists. */
export type Target = 'new' | { id: string } | null;

/** Adds or edits a data controller in a dialog. */
export default function DataControllerDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const id = target && target !== 'new' ? target.id : null;
  // Read anew at every opening: what was kept from the last one may be older than what others saved since.
  const record = trpc.dataController.get.useQuery({ ws, id: id ?? '' }, { enabled: id !== null, gcTime: 0 });
  const [round, setRound] = useState(0);
  return (
    <Dialog
      open={target !== null}
      onClose={onClose}
      width={720}
      title={t(id ? 'dataController.edit' : 'dataController.add')}
    >
      {id && record.error ? (
        <ErrorState onRetry={() => void record.refetch()} />
      ) : id && !record.data ? (
        <SkeletonText lines={8} />
      ) : (
        <DataControllerForm
          key={round}
          newest={id ? record.data : undefined}
          onClose={onClose}
          onReload={async () => {
            await record.refetch();
            setRound(round + 1);
          }}
        />
      )}
    </Dialog>
  );
}

interface FormProps {
  /** The record, none for a new one. */
  newest: DataController | undefined;
  onClose: () => void;
  onReload: () => Promise<void>;
}

function DataControllerForm({ newest, onClose, onReload }: FormProps) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const locale = useLocale();
  // What was opened stays under the hands of whoever types, whatever others save; saving then merges the two.
  const [record] = useState(newest);
  const draftKey = `${ws}.dataController.${record?.id ?? 'new'}`;
  const create = trpc.dataController.create.useMutation();
  const update = trpc.dataController.update.useMutation();
  const cache = trpc.useUtils();

  const saved = () => {
    void cache.dataController.invalidate();
    toast.success(t(record ? 'dataController.updated' : 'dataController.created'));
    onClose();
  };
  const stale = useStaleEdit<DataController, Values>({
    record,
    valuesOf,
    draftKey,
    fields: () => [
      { key: 'name.th', label: t('dataController.nameTh'), text: ({ name }) => name.th },
      { key: 'name.en', label: t('dataController.nameEn'), text: ({ name }) => name.en ?? '' },
      ...PLAIN.map((key) => ({
        key,
        label: t(`dataController.${key}`),
        text: (values: Values) => (key === 'country' ? countryName(values.country ?? '', locale) : (values[key] ?? '')),
        long: key === 'address',
      })),
      { key: 'logo', label: t('dataController.logo'), text: ({ logo }) => logo?.name ?? '' },
    ],
    save: ({ logo, ...fields }, rowVersion) =>
      update.mutateAsync({ ws, ...fields, logoId: logo?.id ?? null, id: (record as DataController).id, rowVersion }),
    saved: () => {
      forgetDraft(draftKey);
      saved();
    },
    takeTheirs: () => {
      forgetDraft(draftKey);
      void onReload();
    },
  });

  const save = async (values: z.output<typeof schema>) => {
    const { logo, ...fields } = values;
    if (record) await stale.save(values);
    else await create.mutateAsync({ ws, ...fields, logoId: logo?.id ?? null });
    saved();
  };

  return (
    <>
      <Form
        schema={schema}
        label={t(record ? 'dataController.edit' : 'dataController.add')}
        defaultValues={record ? valuesOf(record) : EMPTY}
        draftKey={draftKey}
        onSubmit={save}
      >
        <NewerRecord edit={stale.edit} />
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
        <FormActions />
      </Form>
      {stale.dialog}
    </>
  );
}
