import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { id } from '../../../shared/text.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Dialog, toast } from '../../ui/index.ts';
import { Form, FormActions, SelectField } from '../../ui/form/index.ts';
import { useAssignees } from '../request/useAssignees.ts';

const assignment = z.object({ assigneeId: id });

interface AssignDialogProps {
  requestId: string;
  taskIds: readonly string[];
  onClose: () => void;
  onAssigned: () => void;
}

/** Assigns some tasks of a request to one person. */
export default function AssignDialog({ requestId, taskIds, onClose, onAssigned }: AssignDialogProps) {
  const { t } = useTranslation('requestTask');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const assign = trpc.requestTask.assign.useMutation();
  const assignees = useAssignees();
  return (
    <Dialog open onClose={onClose} width={480} title={t('assign.title', { count: taskIds.length })}>
      <Form
        schema={assignment}
        label={t('assign.title', { count: taskIds.length })}
        defaultValues={{ assigneeId: '' }}
        onSubmit={async ({ assigneeId }) => {
          await assign.mutateAsync({ ws, requestId, taskIds: [...taskIds], assigneeId });
          void cache.requestTask.invalidate();
          toast.success(t('assign.done'));
          onAssigned();
        }}
      >
        <SelectField name="assigneeId" label={t('field.assignee')} required {...assignees} />
        <FormActions submitLabel={t('panel.assign')} />
      </Form>
    </Dialog>
  );
}
