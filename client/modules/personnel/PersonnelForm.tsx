import { useTranslation } from 'react-i18next';
import { PICTURE } from '../../../shared/file.ts';
import { addExistingPersonnel, mayChange, type Personnel } from '../../../shared/personnel/schema.ts';
import { type Role, ROLES } from '../../../shared/registry/roles.ts';
import { mergeFields } from '../../records/fields.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { serverNow } from '../../serverNow.ts';
import { Avatar } from '../../shell/Avatar.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Dialog, toast, useFormat } from '../../ui/index.ts';
import {
  EmailField,
  FileField,
  Form,
  FormActions,
  PhoneField,
  SelectField,
  TextField,
  useWatch,
} from '../../ui/form/index.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import { uploadTo } from '../../upload.ts';
import { invitationMessage } from './invitationMessage.ts';
import { EMPTY, formSchema, type FormValues, PERSONNEL_FIELDS } from './personnelFields.ts';

const existingSchema = addExistingPersonnel.omit({ ws: true });

/** The purpose of the open dialog: an invitation, a colleague from another workspace, or an existing person. */
export type Target = 'invite' | 'existing' | { id: string } | null;

/** Invites, adds or edits a person in a dialog. */
export default function PersonnelDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const id = target !== null && typeof target === 'object' ? target.id : null;
  // Refetched at every opening, because cached data may be older than what others have saved.
  const query = trpc.personnel.get.useQuery({ ws, id: id ?? '' }, { enabled: id !== null, gcTime: 0 });
  const title = id ? t('personnel.edit') : t(target === 'existing' ? 'personnel.addExisting' : 'personnel.invite');
  return (
    <Dialog
      open={target !== null}
      onClose={onClose}
      title={title}
      description={target === 'existing' ? t('personnel.addExistingLead') : undefined}
    >
      {target === 'existing' ? (
        <ExistingForm onClose={onClose} />
      ) : id ? (
        <LoadedInDialog query={query}>{(record) => <PersonnelForm record={record} onClose={onClose} />}</LoadedInDialog>
      ) : (
        <PersonnelForm onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Roles the signed-in user may grant: only an Admin grants the Admin role. `own`: the role of the edited person. */
function useRoleOptions(own?: Role) {
  const { t } = useTranslation('organization');
  const { standing } = useSession();
  return ROLES.filter((role) => role === own || mayChange(standing.role, role)).map((role) => ({
    value: role,
    label: t(`role.${role}`),
  }));
}

interface FormProps {
  /** The person; undefined for an invitation. */
  record?: Personnel;
  onClose: () => void;
}

function usePersonnelForm({ record, onClose }: FormProps) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const words = useWords('organization');
  const cache = trpc.useUtils();
  const create = trpc.personnel.create.useMutation();
  const update = trpc.personnel.update.useMutation();
  const valuesOf = ({ name, position, phone, email, role, photoId }: Personnel): FormValues => ({
    name,
    position,
    phone,
    email,
    role,
    photo: photoId ? { id: photoId, name: t('personnel.photo'), size: 0 } : null,
  });
  const sent = ({ photo, ...fields }: FormValues) => ({ ws, ...fields, photoId: photo?.id ?? null });
  return useRecordForm<Personnel, FormValues>({
    record,
    draftKey: `${ws}.personnel.${record?.id ?? 'new'}`,
    valuesOf,
    initial: EMPTY,
    fields: (theirs) => mergeFields(PERSONNEL_FIELDS, (values: FormValues) => values, valuesOf(theirs), words),
    update: (values, rowVersion) => update.mutateAsync({ ...sent(values), id: (record as Personnel).id, rowVersion }),
    create: (values) => create.mutateAsync(sent(values)),
    cache: () => cache.personnel.invalidate(),
    onCreated: onClose,
    onSaved: onClose,
    messages: {
      saved: t('personnel.updated'),
      created: (person) => t(invitationMessage('invited', person), { email: person.email }),
    },
  });
}

function PersonnelForm({ record, onClose }: FormProps) {
  const { t } = useTranslation('organization');
  const { ws, standing } = useSession();
  const roles = useRoleOptions(record?.role);
  const form = usePersonnelForm({ record, onClose });
  const isLocked = record !== undefined && !mayChange(standing.role, record.role);
  return (
    <RecordForm
      form={form}
      schema={formSchema as never}
      label={t(record ? 'personnel.edit' : 'personnel.invite')}
      disabled={isLocked}
      still
      notice={
        record && (
          <>
            {isLocked && <Banner>{t('personnel.adminOnly')}</Banner>}
            <Standing person={record} />
          </>
        )
      }
    >
      <TextField name="name" label={t('personnel.name')} limit={200} required />
      <TextField name="position" label={t('personnel.position')} limit={200} required />
      <EmailField
        name="email"
        label={t('personnel.email')}
        {...(record && record.status !== 'invited' && { help: t('personnel.emailHelp') })}
        autoComplete="off"
        required
      />
      <PhoneField name="phone" label={t('personnel.phone')} required />
      <SelectField name="role" label={t('personnel.role')} options={roles} required />
      <Photo />
      <FileField
        name="photo"
        label={t('personnel.photo')}
        help={t('personnel.photoHint')}
        accept=".png,.jpg,.jpeg,.webp"
        maxBytes={PICTURE.limit}
        upload={uploadTo(ws, PICTURE)}
        href={(file) => fileUrl(ws, file.id)}
      />
      {!isLocked && <FormActions submitLabel={record ? undefined : t('personnel.invite')} />}
    </RecordForm>
  );
}

/** A preview of the person's photo. */
function Photo() {
  const [name, photo] = useWatch({ name: ['name', 'photo'] }) as [string, FormValues['photo']];
  return <Avatar name={name} photoId={photo?.id ?? null} size="16" />;
}

/** Why a person cannot currently work here: suspended, or invited but not joined yet. */
function Standing({ person }: { person: Personnel }) {
  const { t } = useTranslation('organization');
  const { dateTime } = useFormat();
  if (person.status === 'suspended') {
    return (
      <Banner
        tone="warn"
        title={
          person.suspendedAt
            ? t('personnel.suspendedSince', { time: dateTime(person.suspendedAt) })
            : t('personnel.statusName.suspended')
        }
      >
        {person.suspendedReason}
      </Banner>
    );
  }
  if (person.status !== 'invited') return null;
  const until = person.invitationExpiresAt;
  const open = until !== null && Date.parse(until) > serverNow();
  const { invitationMail } = person;
  if (open && (invitationMail === 'failed' || invitationMail === 'noServer'))
    return <Banner tone="warn">{t(`personnel.invitationMail.${invitationMail}`)}</Banner>;
  return (
    <Banner tone={open ? 'info' : 'warn'}>
      {open ? t('personnel.invitationExpires', { time: dateTime(until) }) : t('personnel.invitationExpired')}
    </Banner>
  );
}

function ExistingForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const roles = useRoleOptions();
  const add = trpc.personnel.addExisting.useMutation();
  const cache = trpc.useUtils();
  return (
    <Form
      schema={existingSchema}
      label={t('personnel.addExisting')}
      defaultValues={{ email: '', role: '' as never }}
      draftKey={`${ws}.personnel.existing`}
      onSubmit={async (values) => {
        await add.mutateAsync({ ws, ...values });
        void cache.personnel.invalidate();
        toast.success(t('personnel.added'));
        onClose();
      }}
    >
      <EmailField name="email" label={t('personnel.email')} autoComplete="off" required />
      <SelectField name="role" label={t('personnel.role')} options={roles} required />
      <FormActions submitLabel={t('personnel.addExisting')} />
    </Form>
  );
}
