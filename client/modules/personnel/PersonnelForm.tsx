import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FILE_KINDS } from '../../../shared/file.ts';
import { addExistingPersonnel, type Personnel, personnelFields } from '../../../shared/personnel/schema.ts';
import { ROLES } from '../../../shared/registry/roles.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Dialog, ErrorState, SkeletonText, toast, useFormat } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import { EmailField, FileField, Form, FormActions, PhoneField, SelectField, TextField } from '../../ui/form/index.ts';
import { NewerRecord } from '../../records/NewerRecord.tsx';
import { useStaleEdit } from '../../records/useStaleEdit.tsx';
import { fileHref, uploadTo } from '../../upload.ts';

// The form holds the photo as the file field shows it; the procedure takes its id.
const schema = personnelFields.omit({ photoId: true }).extend({
  photo: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
});
type Values = z.output<typeof schema>;
const EMPTY = { name: '', position: '', phone: '', email: '', role: '' as never, photo: null };
const existingSchema = addExistingPersonnel.omit({ ws: true });

/** What the dialog is open for: an invitation, a colleague from another workspace, or a person who is here. */
export type Target = 'invite' | 'existing' | { id: string } | null;

/** Invites, adds or edits a person in a dialog. */
export default function PersonnelDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const id = target !== null && typeof target === 'object' ? target.id : null;
  // Read anew at every opening: what was kept from the last one may be older than what others saved since.
  const record = trpc.personnel.get.useQuery({ ws, id: id ?? '' }, { enabled: id !== null, gcTime: 0 });
  const [round, setRound] = useState(0);
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
      ) : id && record.error ? (
        <ErrorState onRetry={() => void record.refetch()} />
      ) : id && !record.data ? (
        <SkeletonText lines={6} />
      ) : (
        <PersonnelForm
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

/** Roles the signed-in person may give: only an Admin gives the Admin role. */
function useRoleOptions() {
  const { t } = useTranslation('organization');
  const { standing } = useSession();
  return ROLES.filter((role) => role !== 'Admin' || standing.role === 'Admin').map((role) => ({
    value: role,
    label: t(`role.${role}`),
  }));
}

interface FormProps {
  /** The person, none for an invitation. */
  newest: Personnel | undefined;
  onClose: () => void;
  onReload: () => Promise<void>;
}

function PersonnelForm({ newest, onClose, onReload }: FormProps) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const roles = useRoleOptions();
  // What was opened stays under the hands of whoever types, whatever others save; saving then merges the two.
  const [record] = useState(newest);
  const create = trpc.personnel.create.useMutation();
  const update = trpc.personnel.update.useMutation();
  const cache = trpc.useUtils();

  const draftKey = `${ws}.personnel.${record?.id ?? 'new'}`;
  const saved = (email: string) => {
    forgetDraft(draftKey);
    void cache.personnel.invalidate();
    toast.success(record ? t('personnel.updated') : t('personnel.invited', { email }));
    onClose();
  };
  const valuesOf = (person: Personnel): Values => ({
    name: person.name,
    position: person.position,
    phone: person.phone,
    email: person.email,
    role: person.role,
    photo: person.photoId ? { id: person.photoId, name: t('personnel.photo'), size: 0 } : null,
  });
  const stale = useStaleEdit<Personnel, Values>({
    record,
    valuesOf,
    draftKey,
    fields: () => [
      ...(['name', 'position', 'email', 'phone'] as const).map((key) => ({
        key,
        label: t(`personnel.${key}`),
        text: (values: Values) => values[key],
      })),
      { key: 'role', label: t('personnel.role'), text: ({ role }) => t(`role.${role}`) },
      { key: 'photo', paths: ['photo.id'], label: t('personnel.photo'), text: ({ photo }) => photo?.name ?? '' },
    ],
    save: ({ photo, ...fields }, rowVersion) =>
      update.mutateAsync({ ws, ...fields, photoId: photo?.id ?? null, id: (record as Personnel).id, rowVersion }),
    saved: () => saved(''),
    takeTheirs: () => {
      forgetDraft(draftKey);
      void onReload();
    },
  });

  const save = async (values: Values) => {
    const { photo, ...fields } = values;
    if (record) await stale.save(values);
    else await create.mutateAsync({ ws, ...fields, photoId: photo?.id ?? null });
    saved(fields.email);
  };

  return (
    <>
      <Form
        schema={schema}
        label={t(record ? 'personnel.edit' : 'personnel.invite')}
        defaultValues={record ? valuesOf(record) : EMPTY}
        draftKey={draftKey}
        onSubmit={save}
      >
        <NewerRecord edit={stale.edit} />
        {newest && <Standing person={newest} />}
        <TextField name="name" label={t('personnel.name')} limit={200} required />
        <TextField name="position" label={t('personnel.position')} limit={200} required />
        <EmailField name="email" label={t('personnel.email')} autoComplete="off" required />
        <PhoneField name="phone" label={t('personnel.phone')} required />
        <SelectField name="role" label={t('personnel.role')} options={roles} required />
        <FileField
          name="photo"
          label={t('personnel.photo')}
          help={t('personnel.photoHint')}
          accept=".png,.jpg,.jpeg,.webp"
          maxBytes={FILE_KINDS.photo.limit}
          upload={uploadTo(ws, 'photo')}
          href={(file) => fileHref(ws, file.id)}
        />
        <FormActions submitLabel={record ? undefined : t('personnel.invite')} />
      </Form>
      {stale.dialog}
    </>
  );
}

/** Why a person cannot work here now: suspended, or still invited. */
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
  const open = until !== null && new Date(until) > new Date();
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
