import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type PersonnelItem, suspendPersonnel, type TaskOverview } from '../../../shared/personnel/schema.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { bodyOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Dialog, Stack, Text, toast } from '../../ui/index.ts';
import { Form, FormActions, SelectField, TextArea } from '../../ui/form/index.ts';
import { PublishedPurposes } from './PublishedPurposes.tsx';
import { TaskOverviewList } from './TaskOverviewList.tsx';

type Values = { reason: string; reassignTo: string };

/** A suspension requires a reason; open work requires a person to take over. */
const schemaOf = (how: Ending['how'], open: number): z.ZodType<Values, Values> =>
  z.object({
    reason: how === 'suspend' ? suspendPersonnel.shape.reason : z.string(),
    reassignTo: open > 0 ? z.string().min(1, { error: 'errors:required' }) : z.string(),
  });

/** The action and the person it applies to. */
export interface Ending {
  person: PersonnelItem;
  how: 'suspend' | 'deactivate';
}

/** Suspends or deactivates a person: asks for a reason on suspension, and for a person to take over open work. */
export default function EndAccessDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const { person, how } = ending;
  const tasks = trpc.personnel.taskOverview.useQuery({ ws, id: person.id });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(how === 'suspend' ? 'personnel.suspendTitle' : 'personnel.deactivateTitle', { name: person.name })}
      description={t(how === 'suspend' ? 'personnel.suspendBody' : 'personnel.deactivateBody')}
    >
      <LoadedInDialog query={tasks} lines={4}>
        {(overview) => <EndAccessForm ending={ending} overview={overview} onClose={onClose} />}
      </LoadedInDialog>
    </Dialog>
  );
}

interface EndAccessFormProps {
  ending: Ending;
  overview: TaskOverview;
  onClose: () => void;
}

function EndAccessForm({ ending: { person, how }, overview, onClose }: EndAccessFormProps) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const people = trpc.personnel.pick.useQuery({ ws });
  const suspend = trpc.personnel.suspend.useMutation();
  const deactivate = trpc.personnel.deactivate.useMutation();
  const cache = trpc.useUtils();
  const open = overview.total;
  const schema = useMemo(() => schemaOf(how, open), [how, open]);
  return (
    <Form
      schema={schema}
      label={t(how === 'suspend' ? 'personnel.suspend' : 'personnel.deactivate')}
      draftKey={`${ws}.personnel.${person.id}.${how}`}
      defaultValues={{ reason: '', reassignTo: '' }}
      onSubmit={async ({ reason, reassignTo }) => {
        const target = { ws, id: person.id, reassignTo: reassignTo || null };
        try {
          if (how === 'suspend') await suspend.mutateAsync({ ...target, reason });
          else await deactivate.mutateAsync(target);
        } catch (error) {
          // Work was assigned meanwhile: the field for who takes it over appears.
          if (bodyOf(error)?.code === 'personnel.openTasks')
            await cache.personnel.taskOverview.invalidate({ ws, id: person.id });
          throw error;
        }
        void cache.personnel.invalidate();
        toast.success(t(how === 'suspend' ? 'personnel.suspended' : 'personnel.deactivated'));
        onClose();
      }}
    >
      {open > 0 ? (
        <Banner tone="warn" title={t('personnel.openTasks', { count: open, number: open })}>
          <TaskOverviewList overview={overview} personId={person.id} />
        </Banner>
      ) : (
        <Text color="muted">{t('personnel.noTasks')}</Text>
      )}
      <PublishedPurposes personId={person.id} />
      <Stack gap="5">
        {how === 'suspend' && (
          <TextArea name="reason" label={t('personnel.suspendReason')} limit={1000} rows={3} required />
        )}
        {open > 0 && (
          <SelectField
            name="reassignTo"
            label={t('personnel.reassignTo')}
            help={t('personnel.reassignHint')}
            required
            query={people}
            options={(people.data ?? [])
              .filter(({ id }) => id !== person.id)
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Stack>
      <FormActions submitLabel={t(how === 'suspend' ? 'personnel.suspend' : 'personnel.deactivate')} destructive />
    </Form>
  );
}
