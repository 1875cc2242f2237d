import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Request, RequestRight } from '../../../shared/request/schema.ts';
import { TASK_KINDS } from '../../../shared/requestTask/kinds.ts';
import { LONG_TEXT_LIMIT, optionalText, requiredLine } from '../../../shared/text.ts';
import { useContentKey } from '../../records/useContentKey.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Dialog, toast, useFormat } from '../../ui/index.ts';
import { AsyncSelectField, Form, FormActions, SelectField, TextArea, TextField } from '../../ui/form/index.ts';
import { useAssignees } from '../request/useAssignees.ts';

const task = z.object({
  title: requiredLine(300),
  kind: z.enum(TASK_KINDS),
  applicationId: z.string().nullable(),
  assigneeId: z.string(),
  note: optionalText(LONG_TEXT_LIMIT),
});
const FOUND = 20;

/** Creates a task that the register does not suggest. */
export default function AddTaskDialog({
  request,
  right,
  onClose,
}: {
  request: Request;
  right: RequestRight;
  onClose: () => void;
}) {
  const { t } = useTranslation('requestTask');
  const { text } = useFormat();
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const add = trpc.requestTask.add.useMutation();
  const assignees = useAssignees();
  const keyOf = useContentKey();
  return (
    <Dialog open onClose={onClose} width={640} title={t('add.title')} description={text(right.name)}>
      <Form
        schema={task}
        label={t('add.title')}
        defaultValues={{ title: '', kind: 'OTHER', applicationId: null, assigneeId: '', note: '' }}
        onSubmit={async ({ assigneeId, ...values }) => {
          const content = { ...values, assigneeId: assigneeId || null };
          await add.mutateAsync({ ws, id: keyOf(content), requestId: request.id, rightId: right.id, ...content });
          void cache.requestTask.invalidate();
          toast.success(t('add.done'));
          onClose();
        }}
      >
        <TextField name="title" label={t('field.title')} help={t('add.titleHelp')} required />
        <SelectField
          name="kind"
          label={t('field.kind')}
          required
          options={TASK_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <AsyncSelectField
          name="applicationId"
          label={t('field.application')}
          load={async ({ query, page, signal }) => {
            const { collection, meta } = await cache.client.application.pick.query(
              { ws, query, currentPage: page, pageSize: FOUND },
              { signal },
            );
            return {
              options: collection.map(({ id: value, name: label }) => ({ value, label })),
              hasMore: meta.currentPage < meta.totalPage,
            };
          }}
        />
        <SelectField name="assigneeId" label={t('field.assignee')} {...assignees} />
        <TextArea name="note" label={t('field.note')} rows={4} />
        <FormActions submitLabel={t('panel.add')} />
      </Form>
    </Dialog>
  );
}
