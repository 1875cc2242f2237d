import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { Schedule } from '../../../shared/schedule/schema.ts';
import { mergeFields } from '../../records/fields.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, Stack } from '../../ui/index.ts';
import { KeepOut } from '../../ui/form/KeepOut.tsx';
import { FormActions, FormSection, SwitchField, TextField } from '../../ui/form/index.ts';
import { ContentFields, ServerFields, TimingFields } from './sections.tsx';
import { FORM_SCHEMAS, type FormValues, NEW_SCHEDULE, SCHEDULE_FIELDS, sentOf, valuesOf } from './scheduleFields.ts';

/** Secret fields, which are never stored in a draft. */
const SECRETS = ['password', 'privateKey'];

interface ScheduleFormProps {
  /** The schedule to edit; undefined for a new one. */
  record?: Schedule;
  disabled?: boolean;
}

function useForm(record: Schedule | undefined) {
  const { t } = useTranslation('schedule');
  const { ws } = useSession();
  const words = useWords('schedule');
  const cache = trpc.useUtils();
  const create = trpc.schedule.create.useMutation();
  const update = trpc.schedule.update.useMutation();
  return useRecordForm<Schedule, FormValues>({
    record,
    draftKey: `${ws}.schedule.${record?.id ?? 'new'}`,
    valuesOf,
    initial: { ...NEW_SCHEDULE, workspaceIds: [ws] },
    fields: (theirs) => mergeFields(SCHEDULE_FIELDS, (values: FormValues) => values, valuesOf(theirs), words),
    update: (values, rowVersion) =>
      update.mutateAsync({ ws, ...sentOf(values), id: (record as Schedule).id, rowVersion }),
    create: (values) => create.mutateAsync({ ws, ...sentOf(values) }),
    cache: (saved) => {
      cache.schedule.get.setData({ ws, id: saved.id }, saved);
      void cache.schedule.list.invalidate();
      void cache.activityLog.invalidate();
    },
    // After the form has released its unsaved-changes guard.
    onCreated: (created, go) => setTimeout(() => go(recordAddress('schedule', created.id))),
    messages: { saved: t('saved'), created: t('created') },
  });
}

/** Creates or edits a scheduled export. */
export function ScheduleForm({ record, disabled = false }: ScheduleFormProps) {
  const { t } = useTranslation('schedule');
  const form = useForm(record);
  return (
    <RecordForm
      form={form}
      schema={FORM_SCHEMAS[record?.signIn ?? 'none'] as never}
      label={t(record ? 'edit' : 'add')}
      disabled={disabled}
    >
      <KeepOut names={SECRETS} />
      <Card>
        <Stack gap="6">
          <FormSection title={t('section.what')}>
            <TextField name="name" label={t('field.name')} limit={100} required />
            <ContentFields own={record?.workspaces ?? []} />
          </FormSection>
          <FormSection title={t('section.when')}>
            <TimingFields />
            <SwitchField name="active" label={t('field.active')} help={t('field.activeHelp')} />
          </FormSection>
          <FormSection title={t('section.where')}>
            <ServerFields record={record} />
          </FormSection>
        </Stack>
      </Card>
      {!disabled && <FormActions cancelHref={pageAddress('schedules')} />}
    </RecordForm>
  );
}
