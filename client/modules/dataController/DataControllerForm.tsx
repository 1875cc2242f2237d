import { useTranslation } from 'react-i18next';
import { isAbroad } from '../../../shared/country.ts';
import { LOGO } from '../../../shared/dataController/logo.ts';
import type { DataController } from '../../../shared/dataController/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { mergeFields } from '../../records/fields.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { countryOptions } from '../../shell/countries.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Dialog, guarded, useLocale } from '../../ui/index.ts';
import {
  BilingualField,
  EmailField,
  FileField,
  FormActions,
  PhoneField,
  SelectField,
  TextArea,
  TextField,
  UrlField,
  useWatch,
} from '../../ui/form/index.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import { uploadTo } from '../../upload.ts';
import { DATA_CONTROLLER_FIELDS, EMPTY, formSchema, type FormValues, valuesOf } from './dataControllerFields.ts';

/** The content of the dialog: closed, a new data controller, or an existing one. */
export type Target = 'new' | { id: string } | null;

/** Adds or edits a data controller in a dialog. */
export default function DataControllerDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const id = target && target !== 'new' ? target.id : null;
  // Fetched at every opening: cached data may be older than what others have saved since.
  const query = trpc.dataController.get.useQuery({ ws, id: id ?? '' }, { enabled: id !== null, gcTime: 0 });
  return (
    <Dialog
      open={target !== null}
      onClose={onClose}
      width={720}
      title={t(id ? 'dataController.edit' : 'dataController.add')}
    >
      {id ? (
        <LoadedInDialog query={query}>
          {(record) => <DataControllerForm record={record} onClose={onClose} />}
        </LoadedInDialog>
      ) : (
        <DataControllerForm onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FormProps {
  /** The record, none for a new one. */
  record?: DataController;
  onClose: () => void;
}

/** What to do once there is a data controller, offered with the first. */
function useNextStep(isNew: boolean) {
  const { t } = useTranslation('recordScreen');
  const { ws } = useSession();
  const go = useGo();
  const mayAdd = useCan('ropa.write') && isNew;
  const { data } = trpc.application.allowance.useQuery({ ws }, { enabled: mayAdd });
  if (!mayAdd || data?.hasDataController !== false) return undefined;
  return { label: t('application.add'), onSelect: () => guarded(() => go(pageAddress('application', { id: 'new' }))) };
}

function useDataControllerForm({ record, onClose }: FormProps) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const words = useWords('organization', 'dataController');
  const cache = trpc.useUtils();
  const create = trpc.dataController.create.useMutation();
  const update = trpc.dataController.update.useMutation();
  const next = useNextStep(record === undefined);
  const sent = ({ logo, ...fields }: FormValues) => ({ ws, ...fields, logoId: logo?.id ?? null });
  return useRecordForm<DataController, FormValues>({
    record,
    draftKey: `${ws}.dataController.${record?.id ?? 'new'}`,
    valuesOf,
    initial: EMPTY,
    fields: (theirs) => mergeFields(DATA_CONTROLLER_FIELDS, (values: FormValues) => values, valuesOf(theirs), words),
    update: (values, rowVersion) =>
      update.mutateAsync({ ...sent(values), id: (record as DataController).id, rowVersion }),
    create: (values) => create.mutateAsync(sent(values)),
    cache: () => Promise.all([cache.dataController.invalidate(), cache.application.allowance.invalidate()]),
    onCreated: onClose,
    onSaved: onClose,
    messages: { saved: t('dataController.updated'), created: t('dataController.created'), ...(next && { next }) },
  });
}

/** Who represents a data controller abroad in Thailand. Used inside the form. */
function Representative() {
  const { t } = useTranslation('organization');
  const country = useWatch({ name: 'country' }) as string;
  if (!isAbroad(country)) return null;
  return (
    <>
      <TextField
        name="representative"
        label={t('dataController.representative')}
        help={t('dataController.representativeHelp')}
        limit={200}
      />
      <TextArea name="representativeContact" label={t('dataController.representativeContact')} limit={1000} rows={2} />
    </>
  );
}

function DataControllerForm({ record, onClose }: FormProps) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const locale = useLocale();
  const form = useDataControllerForm({ record, onClose });
  return (
    <RecordForm
      form={form}
      schema={formSchema as never}
      label={t(record ? 'dataController.edit' : 'dataController.add')}
      still
    >
      <BilingualField name="name" label={t('dataController.name')} required />
      <TextField name="contactPerson" label={t('dataController.contactPerson')} required />
      <TextArea name="address" label={t('dataController.address')} limit={1000} rows={3} required />
      <SelectField name="country" label={t('dataController.country')} options={countryOptions(locale)} required />
      <PhoneField name="phone" label={t('dataController.phone')} required />
      <EmailField name="email" label={t('dataController.email')} required />
      <UrlField name="website" label={t('dataController.website')} />
      <UrlField name="privacyPolicyUrl" label={t('dataController.privacyPolicyUrl')} />
      <Representative />
      <FileField
        name="logo"
        label={t('dataController.logo')}
        accept=".pdf"
        maxBytes={LOGO.limit}
        upload={uploadTo(ws, LOGO)}
        href={(file) => fileUrl(ws, file.id)}
      />
      <FormActions />
    </RecordForm>
  );
}
